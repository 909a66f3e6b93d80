/** Entry point of the program. */
import { outliveReaders } from '../project/end-signals.ts';
import { commandLine } from './command-line.ts';

outliveReaders();

await commandLine(process.argv.slice(2));
