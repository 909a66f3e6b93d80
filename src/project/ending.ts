import path from 'node:path';
import { BadInput } from '../errors.ts';
import { worded } from './files.ts';
import { EXIT } from './package.ts';
import { tell } from './terminal.ts';
import { existsSync, writeFileSync } from 'node:fs';

/** How a process is ended from outside, and goes on for as long as it has something to remove. */

/** Ctrl-C, a scheduler, and a terminal that goes away, such as a lost ssh session. */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Once for each of them: whoever asks again in the same way ends the process at once. */
export function whenEnded(act: () => void): void {
  for (const signal of ENDING) process.once(signal, act);
}

/** For a process that does one thing after another: what was done before listens no more. */
export function forgetEnding(): void {
  for (const signal of ENDING) process.removeAllListeners(signal);
}

/** What a stream says whose reader is gone: one that has closed it, and a terminal that is no more. */
const GONE = new Set<unknown>(['EPIPE', 'EIO']);

/** That nobody reads any more is no reason for a stack trace, nor to leave behind what was made. */
export function outliveReaders(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // A reader that has seen enough, such as `head`, has what was to be done.
    if (error.code === 'EPIPE') process.exit();
    if (GONE.has(error.code)) return;
    const told = worded(error, 'the standard output', 'Make room, or send it elsewhere.');
    if (!(told instanceof BadInput)) throw error;
    tell(`${told.message}\n`);
    // By itself it would end with 1, which says that something is proven wrong.
    process.exit(EXIT.badInput);
  });
  process.stderr.on('error', (error: NodeJS.ErrnoException) => {
    // There is nowhere to say that the disk is full: what is being done goes on.
    if (!GONE.has(error.code) && !(worded(error, '') instanceof BadInput)) throw error;
  });
}

/**
 * A defect of Plumbline's own inside Playwright's processes: it is told with its cause, it ends the run with 4, and it is
 * never a verdict on the service.
 */

const FILE = 'defect';

export function defectText(error: unknown): string {
  return `plumbline: a defect in Plumbline itself; please report it with this text\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`;
}

/** In a worker, which cannot say how the run ends: leaves word in the run's folder. */
export function noteDefect(error: unknown, folder: string | undefined): void {
  tell(defectText(error));
  if (folder !== undefined) writeFileSync(path.join(folder, FILE), '');
}

/** Whether a worker of this run left word. */
export function isDefectNoted(folder: string | undefined): boolean {
  return folder !== undefined && existsSync(path.join(folder, FILE));
}

/** When Playwright's own process ends: whether a worker left word. */
export function heedDefect(folder: string): void {
  if (isDefectNoted(folder)) process.exitCode = EXIT.defect;
}
