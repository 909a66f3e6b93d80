/**
 * Patterns of contracts run on a linear engine, since they are matched against what a service sends. It knows less than
 * JavaScript's, so each pattern is compiled where it is read: later, it would fail in the midst of judging.
 */
import { counted } from '../record/counted.ts';
import { patternOf } from '../record/pattern.ts';

const MOST_CHARACTERS = 2000;

/** What is wrong with a pattern; undefined where both engines take it. */
export function patternFault(pattern: string): string | undefined {
  if (pattern.length > MOST_CHARACTERS)
    return `has ${counted(pattern.length, 'character')}, and a pattern has at most ${MOST_CHARACTERS}`;
  try {
    new RegExp(pattern, 'u');
  } catch {
    return 'is not a regular expression';
  }
  try {
    patternOf(pattern);
  } catch (error) {
    if (/\(\?<?[=!]/.test(pattern))
      return 'looks ahead or behind, and patterns run on a linear engine (RE2), which cannot';
    if (/\\[1-9]|\\k</.test(pattern))
      return 'refers back to a group, and patterns run on a linear engine (RE2), which cannot';
    const reason = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : '';
    return `is no pattern for a linear engine (RE2): ${reason}`;
  }
  return undefined;
}
