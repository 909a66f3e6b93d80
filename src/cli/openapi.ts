/** `plumbline openapi`: exports a contract as OpenAPI, and compares a published document with a contract. */
import { Command, Option } from 'commander';
import { driftText } from '../openapi/drift-text.ts';
import { DOCUMENT_BASES, type DocumentBase } from '../openapi/export.ts';
import { selectScope, type ContractChoice, driftFromPublished, writeExport } from '../openapi/documents.ts';
import { EXIT, projectRoot } from '../project/package.ts';
import { printText, printJson, printJsonText, printWrapped } from '../project/terminal.ts';

export function openapiCommand(): Command {
  const command = new Command('openapi').description(
    'Exports a contract as an OpenAPI document, or compares a published OpenAPI document with a contract.',
  );
  for (const one of [exportCommand(), driftCommand()]) command.addCommand(one);
  return command;
}

function contractOptions(command: Command): Command {
  return command
    .option('--service <service>', 'name of a service with contracts; optional if there is only one')
    .option('--spec <version>', 'version of its specification; optional if there is only one')
    .option('--target <name|file>', 'use the answers of this target (default: the assumption of each open question)');
}

function exportCommand(): Command {
  return contractOptions(
    new Command('export').description('Exports one version of a contract as an OpenAPI 3.1 document.'),
  )
    .addOption(
      new Option('--base <base>', 'operations to export; a document has one base address')
        .choices(DOCUMENT_BASES)
        .default('service'),
    )
    .option('--out <file>', 'output file; its extension selects JSON or YAML (default: JSON on standard output)')
    .addHelpText(
      'after',
      `
The operations of an identity provider have another base address, so they are exported separately with
--base identity-provider. Each operation lists the open questions that it depends on in x-plumbline-open-points, and the
requirements that its checks prove in x-plumbline-requirements. The document lists the value of each open question and
whether the target answers it.

Examples:
  npx @plumbline/harness openapi export --service partner-onboarding
  npx @plumbline/harness openapi export --service student-reporting --spec 4.0.1 --target acme --out student-reporting.yaml
  npx @plumbline/harness openapi export --service student-reporting --spec 4.0.1 --base identity-provider --out sign-in.json`,
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
      'Compares a published OpenAPI document with a contract and reports every difference that matters to clients.',
    ),
  )
    .argument('<published>', 'OpenAPI 3.0, OpenAPI 3.1 or Swagger 2.0 document: a file or an http(s) address')
    .option('--json', 'print the differences as JSON')
    .addHelpText(
      'after',
      `
! contradiction: a client built from one side fails against the other. - missing: the document has less than the contract.
+ extra: the document has more. * the difference depends on an open question without an answer.

Names of path parameters and a common prefix of all paths are ignored. Operations of an identity provider are not compared.
Requests use the proxy in HTTPS_PROXY or HTTP_PROXY, except for hosts in NO_PROXY.

Exit codes: 0 no contradictions, 1 contradictions, 2 invalid input.

Examples:
  npx @plumbline/harness openapi drift https://service.example/openapi.json --service partner-onboarding
  npx @plumbline/harness openapi drift published.yaml --service student-reporting --spec 4.0.1 --target acme --json`,
    )
    .action(runDrift);
}

async function runDrift(published: string, options: ContractChoice & { readonly json?: boolean }): Promise<void> {
  const drift = await driftFromPublished(selectScope(projectRoot(), options), published, process.env);
  if (options.json === true) printJson(drift);
  else printWrapped(driftText(drift));
  process.exitCode = drift.counts.contradicts > 0 ? EXIT.block : EXIT.admit;
}
