/** Comments in src/ and the markdown documents use the terms of the field: neither contains a phrase of tests/wording/words.yaml. */
import { expect, test } from 'vitest';
import { findPhrases } from '../wording/phrases.ts';
import { files, textOf } from './files.ts';
import { documents, sentencesOf, shareOfLong } from './markdown.ts';

/** Maximum share of the sentences of a document with more than 35 words. */
const MAX_LONG = 0.02;

/** Block comments, and runs of adjacent line comments, each as one line of text with its line number. */
function commentsOf(text: string): readonly { readonly line: number; readonly text: string }[] {
  const comment = /^[ \t]*\/\*\*?[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n?)+|(?<=[;{},)] )\/\/ .*$/gm;
  return [...text.matchAll(comment)].map(({ 0: found, index }) => ({
    line: text.slice(0, index).split('\n').length,
    text: found.replaceAll(/^[ \t]*(?:\/\*\*?|\*\/|\*|\/\/)|\*\/$/gm, ''),
  }));
}

test('comments contain no phrase of tests/wording/words.yaml', () => {
  const found = files
    .filter((file) => /^src\/.*\.tsx?$/.test(file))
    .flatMap((file) =>
      commentsOf(textOf(file)).flatMap(({ line, text }) =>
        findPhrases(text).map((phrase) => `${file}:${line}: ${phrase}: ${text.slice(0, 120)}`),
      ),
    );
  expect(found, found.join('\n')).toEqual([]);
});

test.each(documents)('%s contains no such phrase either', (file) => {
  const found = sentencesOf(textOf(file)).flatMap(({ line, text }) =>
    findPhrases(text).map((phrase) => `${file}:${line}: ${phrase}: ${text.slice(0, 120)}`),
  );
  expect(found, found.join('\n')).toEqual([]);
});

test.each(documents)('few sentences of %s have more than 35 words', (file) => {
  expect(shareOfLong(sentencesOf(textOf(file)))).toBeLessThanOrEqual(MAX_LONG);
});

test('prose is headings, paragraphs, list items and table cells, without code', () => {
  const markdown =
    '# A title\n\nOne `told` sentence. And\nanother, [linked](told.md).\n\n```sh\ntold\n```\n\n| told | x |\n|---|---|\n\n- an item\n';
  expect(sentencesOf(markdown)).toEqual([
    { line: 1, text: 'A title' },
    { line: 3, text: 'One code sentence.' },
    { line: 3, text: 'And another, linked.' },
    { line: 10, text: 'told' },
    { line: 10, text: 'x' },
    { line: 13, text: 'an item' },
  ]);
  expect(shareOfLong([{ line: 1, text: 'word '.repeat(36).trim() }])).toBe(1);
  expect(shareOfLong([{ line: 1, text: 'word '.repeat(35).trim() }])).toBe(0);
});
