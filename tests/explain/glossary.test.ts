/** The glossary explains every term of the report, with the same text on the page and in the terminal. */
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

test('each term is unique and explained in sentences', () => {
  const words = GLOSSARY.flatMap((section) => Object.entries(section.words));
  expect(new Set(words.map(([word]) => word.toLowerCase())).size).toBe(words.length);
  expect(words.filter(([, meaning]) => !/^[A-Z`].*\.$/.test(meaning))).toEqual([]);
});

test('case, separators and other terms for the same are accepted', () => {
  expect(glossaryEntry('Open_Question')).toContain('open question');
  for (const term of ['open point', 'excused', 'row', 'cause', 'leftover', 'control', 'part only'])
    expect(glossaryEntry(term), term).toBeDefined();
  expect(glossaryEntry('expected failure')).toContain('expected-failure');
  expect(glossaryEntry('partners')).toBeUndefined();
});

test('docs/glossary.md is up to date (npm run generate)', () => {
  expect(readFileSync(path.join(import.meta.dirname, '..', '..', 'docs', 'glossary.md'), 'utf8')).toBe(
    glossaryDocument(),
  );
});
