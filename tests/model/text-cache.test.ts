/** What was made of long texts, which come again. */
import { expect, test } from 'vitest';
import { LongTextCache } from '../../src/model/text-cache.ts';

const text = (letter: string, length = 10_000): string => letter.repeat(length);

function counting(): { readonly of: (from: string) => string; readonly made: string[]; readonly clear: () => void } {
  const [texts, made] = [new LongTextCache<string>(), [] as string[]];
  const make = (from: string) => (): string => {
    made.push(from.charAt(0));
    return from.toUpperCase();
  };
  return { of: (from) => texts.of(from, make(from)), made, clear: () => texts.clear() };
}

test('the same long text is read no more from its third time on', () => {
  const { of, made } = counting();
  for (let turn = 0; turn < 4; turn += 1)
    for (const letter of 'abcd') expect(of(text(letter))).toBe(text(letter.toUpperCase()));
  expect(made.join('')).toBe('abcdabcd');
});

test('the one that was not asked for longest makes way', () => {
  const { of, made } = counting();
  for (const letter of 'abcdeabcdaeabcd') of(text(letter));
  expect(made.join('')).toBe('abcdeabcdebcd');
});

test('what is short, or so long that it takes much memory, is not kept', () => {
  const { of, made } = counting();
  for (const length of [100, 300_000]) for (let turn = 0; turn < 2; turn += 1) of(text('a', length));
  expect(made).toHaveLength(4);
});

test('nothing is left once something else would be made of them', () => {
  const { of, made, clear } = counting();
  for (let turn = 0; turn < 3; turn += 1) of(text('a'));
  clear();
  of(text('a'));
  expect(made).toHaveLength(3);
});
