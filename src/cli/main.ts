/** The entry of the program. */
import { commandLine } from './command-line.ts';

// A reader that has seen enough, such as `head`, is no reason for a stack trace.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

await commandLine(process.argv.slice(2));
