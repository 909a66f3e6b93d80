/** How a process is ended from outside, and goes on for as long as it has something to remove. */
import { BadInput } from '../errors.ts';
import { worded } from './disk.ts';
import { EXIT } from './exit.ts';
import { tell } from './say.ts';

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
