/** Error handling inside Playwright: prints one message and exits with 2 for bad input or 4 for an internal error. */
import { BadInput } from '../errors.ts';
import { asBadInputWithPath } from '../project/files.ts';
import { defectText } from '../project/end-signals.ts';
import { EXIT } from '../project/package.ts';
import { printToStderr } from '../project/terminal.ts';

export function exitOnError<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    return exitWith(error);
  }
}

/** Child processes of Playwright end, too. */
export function exitWith(thrown: unknown): never {
  const error = asBadInputWithPath(thrown);
  // Clears the progress line of the parent process.
  if (process.stderr.isTTY) process.stderr.write('\r\u001B[2K');
  if (error instanceof BadInput) {
    printToStderr(`${error.message}\n`);
    process.exit(EXIT.badInput);
  }
  printToStderr(defectText(error));
  process.exit(EXIT.defect);
}
