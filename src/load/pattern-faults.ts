/** Mistakes in regular expressions and globs. */
import { pluralize } from '../model/text.ts';
import { compilePattern } from '../model/pattern.ts';

const MAX_CHARACTERS = 2000;

/** Problem of a pattern; undefined if both engines accept it. */
export function patternFault(pattern: string): string | undefined {
  if (pattern.length > MAX_CHARACTERS)
    return `has ${pluralize(pattern.length, 'character')}; the limit is ${MAX_CHARACTERS}`;
  try {
    new RegExp(pattern, 'u');
  } catch {
    return 'is not a regular expression';
  }
  try {
    compilePattern(pattern);
  } catch (error) {
    if (/\(\?<?[=!]/.test(pattern))
      return 'uses lookahead or lookbehind, which the regular expression engine (RE2) does not support';
    if (/\\[1-9]|\\k</.test(pattern))
      return 'uses a backreference, which the regular expression engine (RE2) does not support';
    const reason = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : '';
    return `is not a valid RE2 pattern: ${reason}`;
  }
  return undefined;
}

const CLOSING: Readonly<Record<string, string>> = { '[': ']', '{': '}', '(': ')' };
/** Characters that occur neither in check ids nor in globs. */
const FOREIGN = /[^\w./\-*?[\]{}()!@+|,\\^:$]/u;

/** Problem of a glob over check ids; undefined if it is valid. */
export function globFault(glob: string): string | undefined {
  const foreign = FOREIGN.exec(glob)?.[0];
  if (foreign !== undefined) return `matches no check: no id contains ${JSON.stringify(foreign)}`;
  const open: string[] = [];
  for (const character of glob.replace(/\\./g, '')) {
    const closing = CLOSING[character];
    // Within brackets every character is literal.
    if (open.at(-1) === ']' && character !== ']') continue;
    if (closing !== undefined) open.push(closing);
    else if (Object.values(CLOSING).includes(character) && open.pop() !== character)
      return `is not a glob: unmatched ${character}`;
  }
  return open.length === 0 ? undefined : `is not a glob: a ${open.at(-1) ?? ''} is missing`;
}
