/** `plumbline serve`: starts the reference services and the identity provider, and writes a target file. */
import { Command, Option } from 'commander';
import { type ServeOptions, servingText, startServing } from '../serve/serve.ts';
import { onEndSignal } from '../project/end-signals.ts';
import { printJsonText, printToStderr } from '../project/terminal.ts';
import { parseList, parseInteger } from './options.ts';

export function serveCommand(): Command {
  return (
    new Command('serve')
      .description(
        'Starts the reference services and the identity provider, and prints one JSON line when they listen. Stop it with Ctrl+C.',
      )
      .option('--service <services>', 'only these services, comma-separated', parseList('--service'))
      .option('--spec <versions>', 'only these spec versions, comma-separated', parseList('--spec'))
      .option(
        '--port <port>',
        'first port; the following ports are used too (default: free ports)',
        parseInteger('--port', 1, 65_000),
      )
      .option(
        '--fault <ids>',
        'faults to seed, comma-separated; "npx @plumbline/harness prove --list" lists them',
        parseList('--fault'),
      )
      .option('--latency <ms>', 'delay of every response in milliseconds', parseInteger('--latency', 0, 60_000))
      // For a parent process: stops when it ends.
      .addOption(new Option('--while-stdin', 'also stop when standard input ends').hideHelp())
      .addHelpText('after', HELP)
      .action(serve)
  );
}

const HELP = `
Each version of each service listens on its own address; they share one identity provider. Known issues of a version are
faults, and are off unless --fault enables them. On a terminal, the addresses are also printed to standard error.

The address "control" accepts these requests. Their JSON bodies may have "service" and "spec" to select one service:
  POST /clear                      deletes all records
  POST /maintenance {"on": true}   the service returns 503 to writes until {"on": false}
  POST /faults {"faults": []}      replaces the faults of --fault; GET /faults lists them
  POST /stop                       closes the address of one service in one version

Examples:
  npx @plumbline/harness serve
  npx @plumbline/harness serve --service student-reporting --spec 4.0.1 --port 4000 --fault student-reporting.known-issue.tac-offer-array-500`;

async function serve(options: ServeOptions & { readonly whileStdin?: boolean }): Promise<void> {
  const { listening, target, stop } = await startServing(options);
  const { services, identityProvider, control } = listening;
  printJsonText(`${JSON.stringify({ ready: true, services, identityProvider, control, target })}\n`);
  if (process.stderr.isTTY) printToStderr(servingText(listening, target));
  await new Promise<void>((resolve) => {
    onEndSignal(resolve);
    if (options.whileStdin === true) process.stdin.once('close', () => resolve()).resume();
  });
  await stop();
}
