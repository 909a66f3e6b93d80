/** Comments in src/ use the terms of the field: no comment contains a phrase of tests/wording/words.yaml. */
import { expect, test } from 'vitest';
import { findPhrases } from '../wording/phrases.ts';
import { files, textOf } from './files.ts';

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
