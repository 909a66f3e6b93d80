import picomatch from 'picomatch/posix.js';
import { RE2JS } from 're2js';

/**
 * Patterns of contracts, targets and other people's documents: the one place where they are run. A backtracking engine could be made to hang by
 * such a pattern, or by what a service sends; this one takes time that grows with the text alone. What is planned by a pattern means what it is judged by.
 */

export interface Pattern {
  /** Whether it stands anywhere in the text. */
  readonly test: (text: string) => boolean;
  /** What its first group found in the text. */
  readonly group: (text: string) => string | undefined;
  readonly toString: () => string;
}

/** Those that were compiled before: contracts have few, and every case and every answer asks. */
const known = new Map<string, Pattern>();
const MOST_KNOWN = 1000;

/** Throws where the engine does not take it: `patternFault` says so before, in words. */
export function patternOf(source: string): Pattern {
  const before = known.get(source);
  if (before !== undefined) return before;
  const compiled = RE2JS.compile(source);
  const pattern: Pattern = {
    test: (text) => compiled.test(text),
    group: (text) => {
      const matcher = compiled.matcher(text);
      return matcher.find() ? (matcher.group(1) ?? undefined) : undefined;
    },
    // ajv keeps compiled patterns by their text: without one, the first pattern there is would stand for all of them.
    toString: () => `/${source}/`,
  };
  if (known.size < MOST_KNOWN) known.set(source, pattern);
  return pattern;
}

/** Whether a text is one that the pattern lets through; without a pattern all are. */
export function matches(source: string | undefined, text: string): boolean {
  return source === undefined || patternOf(source).test(text);
}

/** Globs over check ids and their parts, the same wherever one may be written: `*` stays within a segment, `**` crosses. */

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
