/** The words of the report are all told, in the same words on the page of the docs and at the terminal. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { GLOSSARY, glossaryDocument, glossaryEntry } from '../../src/explain/glossary.ts';
import { BASES, LEVELS } from '../../src/load/model.ts';
import { DISPOSITIONS, VERDICTS, WAIVER_STATES } from '../../src/verdict/model.ts';

test.each([
  ...VERDICTS,
  ...DISPOSITIONS,
  ...WAIVER_STATES,
  ...BASES,
  ...LEVELS,
  'conformant',
  'nonconformant',
  'incomplete',
])('%s', (word) => {
  expect(glossaryEntry(word)).toContain(word);
});

test('no word stands twice, and each is told in a sentence', () => {
  const words = GLOSSARY.flatMap((section) => Object.entries(section.words));
  expect(new Set(words.map(([word]) => word.toLowerCase())).size).toBe(words.length);
  expect(words.filter(([, meaning]) => !/^[A-Z`].*\.$/.test(meaning))).toEqual([]);
});

test('a word may be typed as it comes', () => {
  expect(glossaryEntry('Open_Point')).toBe(glossaryEntry('open point'));
  expect(glossaryEntry('expected failure')).toContain('expected-failure');
  expect(glossaryEntry('partners')).toBeUndefined();
});

test('docs/glossary.md is written from it (npm run generate)', () => {
  expect(readFileSync(path.join(import.meta.dirname, '..', '..', 'docs', 'glossary.md'), 'utf8')).toBe(
    glossaryDocument(),
  );
});
