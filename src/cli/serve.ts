/** `plumbline serve`: the reference services and the identity provider on sockets, with a target file for them. */
import { Command, Option } from 'commander';
import { startServing, type ServeOptions } from '../serve/serve.ts';
import { list, whole } from './options.ts';

export function serveCommand(): Command {
  return (
    new Command('serve')
      .description(
        'Starts the reference services and the identity provider. Prints one JSON line when they listen; runs until it is stopped.',
      )
      .option('--service <services>', 'only these services, comma-separated', list)
      .option('--spec <versions>', 'only these spec versions, comma-separated', list)
      .option('--port <port>', 'first port; the others follow (default: any free ports)', whole('--port', 1, 65_000))
      .option('--fault <ids>', 'faults to seed, comma-separated; "plumbline prove --list" tells them', list)
      .option('--latency <ms>', 'how long every answer is held back', whole('--latency', 0, 60_000))
      // For whoever starts it as a part of something else: it ends with its parent, however that ends.
      .addOption(new Option('--while-stdin', 'also stops when standard input ends').hideHelp())
      .action(serve)
  );
}

async function serve(options: ServeOptions & { readonly whileStdin?: boolean }): Promise<void> {
  const { listening, target, stop } = await startServing(options);
  const { services, identityProvider, control } = listening;
  process.stdout.write(`${JSON.stringify({ ready: true, services, identityProvider, control, target })}\n`);
  await new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
    if (options.whileStdin === true) process.stdin.once('close', () => resolve()).resume();
  });
  await stop();
}
