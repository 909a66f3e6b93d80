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
        'Starts the reference services and the identity provider. Prints one JSON line when they listen; runs until it is stopped.',
      )
      .option('--service <services>', 'only these services, comma-separated', parseList('--service'))
      .option('--spec <versions>', 'only these spec versions, comma-separated', parseList('--spec'))
      .option(
        '--port <port>',
        'first port; the others follow (default: any free ports)',
        parseInteger('--port', 1, 65_000),
      )
      .option(
        '--fault <ids>',
        'faults to seed, comma-separated; "plumbline prove --list" tells them',
        parseList('--fault'),
      )
      .option('--latency <ms>', 'how long every answer is held back', parseInteger('--latency', 0, 60_000))
      // For a parent process: stops when it ends.
      .addOption(new Option('--while-stdin', 'also stops when standard input ends').hideHelp())
      .addHelpText('after', HELP)
      .action(serve)
  );
}

const HELP = `
All versions of both services listen, each on an address of its own, and one identity provider for all. A known issue of a
version is a fault, and none is on unless --fault says so. On a terminal the addresses are told in words too, on standard error.

The address "control" takes, from whoever operates the test environment, as JSON with "service" and "spec" where one is meant:
  POST /clear                      removes all records
  POST /maintenance {"on": true}   writes are answered with 503 until {"on": false}
  POST /faults {"faults": []}      puts other faults in the place of those of --fault; GET tells them
  POST /stop                       closes the address of one service in one version

Examples:
  plumbline serve
  plumbline serve --service student-reporting --spec 4.0.1 --port 4000 --fault student-reporting.known-issue.tac-offer-array-500`;

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
