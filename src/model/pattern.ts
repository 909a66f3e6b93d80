import picomatch from 'picomatch/posix.js';
import { RE2JS } from 're2js';

/**
 * Regular expressions from contracts, targets and published documents run only here. The engine is linear: a
 * backtracking engine could hang on such a pattern or on a response. Planning and judging use the same engine.
 */

export interface Pattern {
  /** True if the pattern matches anywhere in the text. */
  readonly test: (text: string) => boolean;
  /** The first group of a match. */
  readonly group: (text: string) => string | undefined;
  readonly toString: () => string;
}

/** Cached, since contracts have few patterns and every case and response uses them. */
const patterns = new Map<string, Pattern>();
const MAX_KNOWN = 1000;

/** Throws if the pattern is not supported; `patternFault` validates it at load time. */
export function compilePattern(source: string): Pattern {
  const cached = patterns.get(source);
  if (cached !== undefined) return cached;
  const compiled = RE2JS.compile(source);
  const pattern: Pattern = {
    test: (text) => compiled.test(text),
    group: (text) => {
      const matcher = compiled.matcher(text);
      return matcher.find() ? (matcher.group(1) ?? undefined) : undefined;
    },
    // ajv caches patterns by this text, so it must be unique.
    toString: () => `/${source}/`,
  };
  if (patterns.size < MAX_KNOWN) patterns.set(source, pattern);
  return pattern;
}

/** True if the text matches, or if no pattern is given. */
export function matchesPattern(source: string | undefined, text: string): boolean {
  return source === undefined || compilePattern(source).test(text);
}

/** Globs over check ids: `*` stays within a segment, `**` crosses segments. Picomatch treats `**` as `*` unless it is a whole segment: `page.**` becomes `page.*{,/**}`. */
function crossingSegments(glob: string): string {
  return glob.replaceAll(/(?<=[^/{,(|*])\*\*(?!\*)/g, '*{,/**}').replaceAll(/(?<!\*)\*\*(?=[^/},)|*])/g, '{**/,}*');
}

/** A leading `!` is a literal character: a negated pattern would also match future checks. */
export function globMatcher(glob: string): (text: string) => boolean {
  if (glob === '') return () => false;
  // Fast path: most patterns are plain ids, hundreds of them over thousands of checks.
  if (!/[*?[\]{}()!+@|\\]/.test(glob)) return (text) => text === glob;
  // A plain expression, since a matcher allocates two objects for each of a million texts.
  const expression = picomatch.makeRe(crossingSegments(glob), { dot: true, nonegate: true });
  // An id matches itself, even if it contains glob characters.
  return (text) => text === glob || (text !== '' && expression.test(text));
}
