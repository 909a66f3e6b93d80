import path from 'node:path';
import { BadInput } from '../errors.ts';
import { asBadInput } from './files.ts';
import { EXIT } from './package.ts';
import { printToStderr } from './terminal.ts';
import { existsSync, writeFileSync } from 'node:fs';

/** Termination of a process that may still have records to delete. */

/** Ctrl-C, a scheduler, and a closed terminal such as a lost ssh session. */
const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Calls `act` once per signal: a second signal ends the process at once. */
export function onEndSignal(act: () => void): void {
  for (const signal of END_SIGNALS) process.once(signal, act);
}

/** Removes the handlers, for a process that runs several jobs. */
export function removeEndHandlers(): void {
  for (const signal of END_SIGNALS) process.removeAllListeners(signal);
}

/** Error codes of streams without a reader: a closed pipe, and a closed terminal. */
const NO_READER = new Set<unknown>(['EPIPE', 'EIO']);

/** Ignores output errors, so that a missing reader causes no stack trace and no orphaned records. */
export function ignoreClosedOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // A reader such as `head` has read enough.
    if (error.code === 'EPIPE') process.exit();
    if (NO_READER.has(error.code)) return;
    const problem = asBadInput(error, 'the standard output', 'Free disk space, or redirect the output.');
    if (!(problem instanceof BadInput)) throw error;
    printToStderr(`${problem.message}\n`);
    // Node would exit with 1, which means a proven failure.
    process.exit(EXIT.badInput);
  });
  process.stderr.on('error', (error: NodeJS.ErrnoException) => {
    // A full disk cannot be reported here, so the work continues.
    if (!NO_READER.has(error.code) && !(asBadInput(error, '') instanceof BadInput)) throw error;
  });
}

/** A defect of Plumbline in a Playwright process is reported with its cause, ends the run with exit code 4, and is never a verdict. */

const DEFECT_FILE = 'defect';

export function defectText(error: unknown): string {
  return `plumbline: internal error. Please report it with this text:\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`;
}

/** Called in a worker, which cannot set the exit code: leaves a file in the run's folder. */
export function markDefect(error: unknown, folder: string | undefined): void {
  printToStderr(defectText(error));
  if (folder !== undefined) writeFileSync(path.join(folder, DEFECT_FILE), '');
}

/** Whether a worker of this run left the file. */
export function isDefectNoted(folder: string | undefined): boolean {
  return folder !== undefined && existsSync(path.join(folder, DEFECT_FILE));
}

/** Sets the exit code when Playwright's main process ends, if a worker left the file. */
export function setExitCodeOfDefect(folder: string): void {
  if (isDefectNoted(folder)) process.exitCode = EXIT.defect;
}
