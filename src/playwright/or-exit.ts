/** Inside Playwright nobody else words what is wrong: one message, and the process ends, with 2 for bad input and 4 for a defect of ours. */
import { BadInput } from '../errors.ts';
import { wordedAnywhere } from '../project/files.ts';
import { defectText } from '../project/end-signals.ts';
import { EXIT } from '../project/package.ts';
import { tell } from '../project/terminal.ts';

export function orExit<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    return exitWith(error);
  }
}

/** What Playwright started ends with it. */
export function exitWith(thrown: unknown): never {
  const error = wordedAnywhere(thrown);
  // The line that says how far the run is stands there, drawn by the process that started this one.
  if (process.stderr.isTTY) process.stderr.write('\r\u001B[2K');
  if (error instanceof BadInput) {
    tell(`${error.message}\n`);
    process.exit(EXIT.badInput);
  }
  tell(defectText(error));
  process.exit(EXIT.defect);
}
