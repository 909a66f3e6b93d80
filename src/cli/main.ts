/** Entry point of the program. */
import { outliveReaders } from '../project/ending.ts';
import { commandLine } from './command-line.ts';

outliveReaders();

await commandLine(process.argv.slice(2));
