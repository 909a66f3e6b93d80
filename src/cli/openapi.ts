/** `plumbline openapi`: exports a contract as OpenAPI, and compares a published document with a contract. */
import { Command, Option } from 'commander';
import { driftText } from '../openapi/drift-text.ts';
import { DOCUMENT_BASES, type DocumentBase } from '../openapi/export.ts';
import { selectScope, type ContractChoice, driftFromPublished, writeExport } from '../openapi/documents.ts';
import { EXIT, projectRoot } from '../project/package.ts';
import { printText, printJson, printJsonText, printWrapped } from '../project/terminal.ts';

export function openapiCommand(): Command {
  const command = new Command('openapi').description(
    'Writes a contract as an OpenAPI document, and holds a published OpenAPI document against a contract.',
  );
  for (const one of [exportCommand(), driftCommand()]) command.addCommand(one);
  return command;
}

function contractOptions(command: Command): Command {
  return command
    .option('--service <service>', 'a service under contract; may be left out where there is one')
    .option('--spec <version>', 'a version of its specification; may be left out where there is one')
    .option(
      '--target <name|file>',
      "with this target's answers to open points (default: every open point at its default)",
    );
}

function exportCommand(): Command {
  return contractOptions(
    new Command('export').description('Writes an OpenAPI 3.1 document of a contract in one version.'),
  )
    .addOption(
      new Option('--base <base>', 'whose operations: a document has one address')
        .choices(DOCUMENT_BASES)
        .default('service'),
    )
    .option(
      '--out <file>',
      'a file; its ending .json, .yaml or .yml says in which form (default: JSON on standard output)',
    )
    .addHelpText(
      'after',
      `
The operations of an identity provider have another address, so they stand in a document of their own:
--base identity-provider. Each operation lists the open points that it rests on in x-plumbline-open-points and the
requirements that its checks prove in x-plumbline-requirements; the document lists the value of each open point and
whether the target answered it.

Examples:
  plumbline openapi export --service partner-onboarding
  plumbline openapi export --service student-reporting --spec 4.0.1 --target acme --out student-reporting.yaml
  plumbline openapi export --service student-reporting --spec 4.0.1 --base identity-provider --out sign-in.json`,
    )
    .action(runExport);
}

function runExport(options: ContractChoice & { readonly base: DocumentBase; readonly out?: string }): void {
  const scope = selectScope(projectRoot(), options);
  const text = writeExport(scope, options.base, options.out);
  if (options.out === undefined) printJsonText(text);
  else printText(`${options.out}: ${scope.service} ${scope.version}\n`);
}

function driftCommand(): Command {
  return contractOptions(
    new Command('drift').description(
      'Tells every difference between a published OpenAPI definition and a contract that matters to a client.',
    ),
  )
    .argument('<published>', 'an OpenAPI 3.0 or 3.1 or Swagger 2.0 document: a file, or an http(s) address')
    .option('--json', 'the differences as JSON')
    .addHelpText(
      'after',
      `
! contradicts: a client that follows one is refused or misreads by the other. - missing: the definition says less than
the contract. + extra: it says more. What rests on an open point that nobody has answered is marked with a star.

Names of path parameters and a prefix of all paths do not matter. Operations of an identity provider are not looked at. An address
is reached through the proxy that HTTPS_PROXY or HTTP_PROXY names, but for hosts in NO_PROXY.

Exit codes: 0 nothing contradicts, 1 something contradicts, 2 bad input.

Examples:
  plumbline openapi drift https://service.example/openapi.json --service partner-onboarding
  plumbline openapi drift published.yaml --service student-reporting --spec 4.0.1 --target acme --json`,
    )
    .action(runDrift);
}

async function runDrift(published: string, options: ContractChoice & { readonly json?: boolean }): Promise<void> {
  const drift = await driftFromPublished(selectScope(projectRoot(), options), published, process.env);
  if (options.json === true) printJson(drift);
  else printWrapped(driftText(drift));
  process.exitCode = drift.counts.contradicts > 0 ? EXIT.block : EXIT.admit;
}
