/** `plumbline token`: credentials for the commands that a report prints. */
import { omitUndefined, mapOptional } from '../model/objects.ts';
import { Command } from 'commander';
import { quoteForShell, shellVariableName } from '../report/curl.ts';
import { accessToken } from '../send/access-token.ts';
import { projectRoot } from '../project/package.ts';
import { printExact, printToStderr } from '../project/terminal.ts';
import { newRunId, placeOfTarget } from '../project/settings.ts';

interface TokenOptions {
  readonly target: string;
  readonly service?: string;
  readonly spec?: string;
}

export function tokenCommand(): Command {
  return new Command('token')
    .description(
      'Signs in like a run, or reads the key or password of the target, and prints a shell command that sets the variable used in the curl commands of a report.',
    )
    .requiredOption('--target <name|file>', 'name of a folder in targets/, or path of a target file')
    .option('--service <service>', 'service that the token is for; needed if the target has several')
    .option('--spec <version>', 'spec version that the token is for')
    .addHelpText(
      'after',
      '\nThe output is a secret. It is printed to standard output only and is not stored.\n\nExamples:\n  eval "$(npx @plumbline/harness token --target acme)"\n  eval "$(npx @plumbline/harness token --target acme.yaml --service student-reporting --spec 4.0.1)"',
    )
    .action(token);
}

async function token(options: TokenOptions): Promise<void> {
  const root = projectRoot();
  const { shown, service } = await accessToken(
    {
      runId: newRunId(),
      root,
      target: placeOfTarget(options.target, root),
      out: root,
      ...omitUndefined({
        services: mapOptional(options.service, (it) => [it]),
        specs: mapOptional(options.spec, (it) => [it]),
      }),
    },
    process.env,
  );
  printToStderr(`This token is a secret: it gives access to ${service} until it expires. It is not stored.\n`);
  printExact(shown.map(([name, value]) => `export ${shellVariableName(name)}=${quoteForShell(value)}\n`).join(''));
}
