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
  // A reader that has seen enough, such as `head`, has what was to be done.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (!GONE.has(error.code)) throw error;
    if (error.code === 'EPIPE') process.exit();
  });
  process.stderr.on('error', (error: NodeJS.ErrnoException) => {
    if (!GONE.has(error.code)) throw error;
  });
}
