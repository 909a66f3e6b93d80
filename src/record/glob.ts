/** Globs over check ids and their parts, the same wherever one may be written: `*` stays within a segment, `**` crosses. */
import picomatch from 'picomatch/posix.js';

/**
 * `!` at the front is a character like any other: a pattern that means "everything but" would take in what nobody has
 * looked at.
 */
export function globMatcher(glob: string): (text: string) => boolean {
  if (glob === '') return () => false;
  // Most patterns are one id, and there may be hundreds of them over thousands of checks.
  if (!/[*?[\]{}()!+@|\\]/.test(glob)) return (text) => text === glob;
  // The expression by itself: a matcher would make two objects for each of a million texts.
  const expression = picomatch.makeRe(glob, { dot: true, nonegate: true });
  // An id matches itself, whatever its characters mean to a glob.
  return (text) => text === glob || (text !== '' && expression.test(text));
}
