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
      'Signs in as a run would, or takes the key or password that the target names, and prints a line for the shell that sets the variable which stands for it in the curl commands of a report.',
    )
    .requiredOption('--target <name|file>', 'a name below targets/, or a target file')
    .option('--service <service>', 'which service the token is for, where the target has several')
    .option('--spec <version>', 'for this spec version')
    .addHelpText(
      'after',
      '\nWhat it prints is a secret. It is on standard output only, and written nowhere.\n\nExamples:\n  eval "$(plumbline token --target acme)"\n  eval "$(plumbline token --target acme.yaml --service student-reporting --spec 4.0.1)"',
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
  printToStderr(`This is a secret: with it anybody can call ${service} until it ends. It is kept nowhere.\n`);
  printExact(shown.map(([name, value]) => `export ${shellVariableName(name)}=${quoteForShell(value)}\n`).join(''));
}
