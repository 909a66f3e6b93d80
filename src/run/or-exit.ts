/** Inside Playwright nobody else words what is wrong with the user's input: one message, and the process ends with 2. */
import { BadInput } from '../errors.ts';

export function orExit<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}
