/** What keeps a file of ours from being written is the user's to mend: which file, why, and what to do. */
import { BadInput } from '../errors.ts';

/** What a file system is full of, or forbids, wherever it happens: never a mistake in what we asked of it. */
const ANYWHERE: Readonly<Record<string, string>> = {
  EROFS: 'it lies on what can only be read',
  ENOSPC: 'no space is left',
  EDQUOT: 'no space is left to this user',
  EFBIG: 'it would be larger than a file may be here',
  EIO: 'the disk reports an error',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open on this machine',
};

/** Where somebody else has named the place. */
const AT_A_PLACE: Readonly<Record<string, string>> = {
  ...ANYWHERE,
  EACCES: 'it may not be written',
  EPERM: 'it may not be written',
  ENOTDIR: 'a part of its path is a file',
  EISDIR: 'it is a folder',
  ENOENT: 'no folder can be made there',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its links lead in a circle',
};

export const OTHER_OUT = 'Name another place with --out.';

/** What the disk says of a place that somebody named, as `BadInput`; anything else is ours, and stays as it is. */
export function worded(error: unknown, place: string, hint = OTHER_OUT): unknown {
  const code = codeOf(error);
  const reason = AT_A_PLACE[code];
  return reason === undefined ? error : unwritable(place, reason, code, hint);
}

/** Does what writes to a place that somebody named. */
export function writing<T>(place: string, act: () => T, hint?: string): T {
  try {
    return act();
  } catch (error) {
    throw worded(error, place, hint);
  }
}

/** The same of any file, where all that is known of it is what the system said. */
export function wordedAnywhere(error: unknown): unknown {
  const code = codeOf(error);
  const reason = ANYWHERE[code];
  if (reason === undefined) return error;
  const place = error instanceof Error && 'path' in error ? String(error.path) : 'a file of this run';
  return unwritable(place, reason, code, 'Mend that, and run again.');
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function unwritable(place: string, reason: string, code: string, hint: string): BadInput {
  return BadInput.of('bad-output', `${place} cannot be written: ${reason} (${code})`, { hint });
}
