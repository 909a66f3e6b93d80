/** Comments in src/ use the terms of the field: no comment contains a phrase of tests/wording/words.yaml. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { files, textOf } from './files.ts';

interface Phrase {
  readonly find: string;
  readonly write: string;
}

const phrases = (parse(readFileSync('tests/wording/words.yaml', 'utf8')) as readonly Phrase[]).map(
  ({ find, write }) => ({ pattern: new RegExp(find, 'i'), write }),
);

/** Block comments, and runs of adjacent line comments, each as one line of text with its line number. */
function commentsOf(text: string): readonly { readonly line: number; readonly text: string }[] {
  const comment = /^[ \t]*\/\*\*?[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n?)+|(?<=[;{},)] )\/\/ .*$/gm;
  return [...text.matchAll(comment)].map(({ 0: found, index }) => ({
    line: text.slice(0, index).split('\n').length,
    text: found
      .replaceAll(/^[ \t]*(?:\/\*\*?|\*\/|\*|\/\/)|\*\/$/gm, '')
      .replaceAll(/`[^`]*`/g, 'code')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  }));
}

test('comments contain no phrase of tests/wording/words.yaml', () => {
  const found = files
    .filter((file) => /^src\/.*\.tsx?$/.test(file))
    .flatMap((file) =>
      commentsOf(textOf(file)).flatMap(({ line, text }) =>
        phrases.flatMap(({ pattern, write }) => {
          const match = pattern.exec(text);
          return match === null ? [] : [`${file}:${line}: "${match[0].trim()}" → ${write}: ${text.slice(0, 120)}`];
        }),
      ),
    );
  expect(found, found.join('\n')).toEqual([]);
});
