/** Patterns of texts in one spelling, as far as that can be told without trying texts. Pure. */

import { defined } from '../record/defined.ts';

export interface CanonicalPattern {
  readonly text: string;
  /** Where the pattern is one class of characters, repeated: lengths are told apart from it. */
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** `^\d{4}$` and `^[0-9]{4}$` say the same, and so does `^[0-9]+$` with two lengths beside it. */
export function canonicalPattern(pattern: string): CanonicalPattern {
  const repeated = /^\^(\\[dw]|\[(?:\\.|[^\]\\])+\])(\*|\+|\{\d+(?:,\d*)?\})?\$$/.exec(pattern);
  if (repeated === null) return { text: pattern.replaceAll('\\d', '[0-9]').replaceAll('[[0-9]]', '[0-9]') };
  const [minLength, maxLength] = times(repeated[2] ?? '');
  return {
    text: `^${characters(repeated[1] ?? '')}*$`,
    ...(minLength === 0 ? {} : { minLength }),
    ...defined({ maxLength }),
  };
}

function times(quantifier: string): readonly [number, number | undefined] {
  if (quantifier === '') return [1, 1];
  if (quantifier === '*') return [0, undefined];
  if (quantifier === '+') return [1, undefined];
  const [least = '0', most] = quantifier.slice(1, -1).split(',');
  return [Number(least), most === undefined ? Number(least) : most === '' ? undefined : Number(most)];
}

/** The parts of a class in one order. */
function characters(text: string): string {
  if (text === '\\d') return '[0-9]';
  if (text === '\\w') return '[0-9A-Z_a-z]';
  const inner = text.slice(1, -1);
  const isOther = inner.startsWith('^');
  const parts = (isOther ? inner.slice(1) : inner).match(/\\.-\\.|[^\\]-[^\\]|\\.|[^\\]/g) ?? [];
  const spelled = parts.flatMap((part) =>
    part === '\\d'
      ? ['0-9']
      : part === '\\w'
        ? ['0-9', 'A-Z', '_', 'a-z']
        : [/^\\[-./@_:]$/.test(part) ? part.slice(1) : part],
  );
  return `[${isOther ? '^' : ''}${[...new Set(spelled)].sort().join('')}]`;
}
