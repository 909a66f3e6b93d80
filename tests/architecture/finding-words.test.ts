/** What a finding says is for readers: a report is put together by its kind and its members, and by no word of it. */
import { expect, test } from 'vitest';
import { files, textOf } from './files.ts';

const WORDS = String.raw`\b(?:expected|actual)\b`;
const READ = [
  // `actual.startsWith('…')`, `finding.expected?.split(' ')`
  new RegExp(
    String.raw`${WORDS}[?!)]*\.(?:at|charAt|endsWith|includes|indexOf|match|matchAll|replace|search|slice|split|startsWith|trim)\b`,
  ),
  // `/…/.test(actual)`, `JSON.parse(finding.actual)`
  new RegExp(String.raw`(?:\.exec|\.test|JSON\.parse|parseJson)\((?:\w+\.)*${WORDS}`),
  // `actual === 'absent'`, `switch (finding.expected)`
  new RegExp(String.raw`${WORDS}\)?\s*[!=]==?\s*['"\x60]`),
  new RegExp(String.raw`\bswitch \((?:\w+\.)*${WORDS}`),
];

/** The symptom of a waiver is a part of what was found, by its nature. */
const BY_NATURE = ['src/report/propose-waivers.ts'];

const readers = files.filter(
  (file) => /^src\/(?:report|viewer|playwright|run|judge|merge)\/.*\.tsx?$/.test(file) && !BY_NATURE.includes(file),
);

test('no file that makes or shows a report reads the words of a finding', () => {
  const lines = readers.flatMap((file) =>
    textOf(file)
      .split('\n')
      .filter((line) => READ.some((pattern) => pattern.test(line)))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(lines).toEqual([]);
});

test.each([
  "if (finding.expected.startsWith('must have')) return 1;",
  "actual === 'absent'",
  'const status = /\\d{3}/.exec(finding.actual);',
  'JSON.parse(expected)',
])('%s is reading', (line) => {
  expect(READ.some((pattern) => pattern.test(line))).toBe(true);
});
