/** Entry point of the program. */
import { ignoreClosedOutput } from '../project/end-signals.ts';
import { commandLine } from './command-line.ts';

ignoreClosedOutput();

await commandLine(process.argv.slice(2));
