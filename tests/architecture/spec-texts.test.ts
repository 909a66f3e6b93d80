/** Texts of specs, contracts, targets and examples use the terms of the field. */
import { readFileSync, readdirSync } from 'node:fs';
import { isScalar, parseDocument, visit } from 'yaml';
import { expect, test } from 'vitest';
import { findPhrases } from '../wording/phrases.ts';

const FOLDERS = ['specs', 'contracts/partner-onboarding', 'contracts/student-reporting', 'targets', 'examples'];

/** Keys whose values are sentences for readers. */
const KEYS = new Set(['title', 'text', 'question', 'reason', 'excluded', 'fails', 'why', 'when', 'asks']);

/** Words that comments may use, but texts in reports may not. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\banswer(?:s|ed)?\b/i, 'response, returns'],
  [/\b(?:brings?|brought|comes?)\b/i, 'returns, sends, has'],
  [/\bstands?\b/i, 'is in, occurs'],
  [/\basked for\b/i, 'requested'],
  [/\b(?:good|faulty) \w+/i, 'valid, invalid'],
];

const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml') && !name.includes('node_modules'))
    .map((name) => `${folder}/${name}`),
);

function textsOf(file: string): readonly { readonly line: number; readonly text: string }[] {
  const source = readFileSync(file, 'utf8');
  const texts: { line: number; text: string }[] = [];
  visit(parseDocument(source), {
    Pair(_index, { key, value }) {
      if (!isScalar(key) || !isScalar(value) || !KEYS.has(String(key.value)) || typeof value.value !== 'string') return;
      texts.push({ line: source.slice(0, key.range?.[0]).split('\n').length, text: value.value });
    },
  });
  return texts;
}

function problemsIn(text: string): readonly string[] {
  const words = WORDS.flatMap(([pattern, write]) => {
    const match = pattern.exec(text);
    return match === null ? [] : [`"${match[0]}" → ${write}`];
  });
  return [...findPhrases(text), ...words];
}

test('texts of specs, contracts, targets and examples contain no phrase of words.yaml', () => {
  const found = files.flatMap((file) =>
    textsOf(file).flatMap(({ line, text }) =>
      problemsIn(text).map((problem) => `${file}:${line}: ${problem}: ${text}`),
    ),
  );
  expect(found, found.join('\n')).toEqual([]);
});
