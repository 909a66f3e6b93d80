/** Texts of the report page and of the report files contain no phrase of words.yaml. */
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { files, textOf } from '../architecture/files.ts';
import { findPhrases } from './phrases.ts';

/** String literals, templates and JSX texts with a space: a text without one is a name, a key or a class. */
function textsOf(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source);
  expect(errors).toEqual([]);
  const texts: string[] = [];
  // JSON.stringify visits every node of the tree.
  JSON.stringify(program, (_key, node: unknown) => {
    if (typeof node !== 'object' || node === null || !('type' in node)) return node;
    if (node.type === 'TemplateLiteral' && 'quasis' in node)
      texts.push((node.quasis as { value: { raw: string } }[]).map(({ value }) => value.raw).join('{value}'));
    else if ((node.type === 'Literal' || node.type === 'JSXText') && 'value' in node && typeof node.value === 'string')
      texts.push(node.value);
    return node;
  });
  // A text in lower case is a part of a sentence.
  return texts.map((text) => text.trim().replace(/^[a-z]/, '… $&')).filter((text) => /[^…]\s/.test(text));
}

/** Titles of failures: their texts change together with the rules. */
const pageFiles = files.filter((file) => /^src\/(?:viewer|report)\/.*\.tsx?$/.test(file));

test.each(pageFiles)('%s', (file) => {
  const found = textsOf(file, textOf(file)).flatMap((text) =>
    findPhrases(text).map((phrase) => `${phrase} in: ${text}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ["const hint = 'The run told it';", 1],
  ['const hint = `${name} is answered`;', 1],
  ['const cell = <p>The failure is excused here.</p>;', 1],
  ["const key = 'excused';", 0],
  ["const hint = 'Remove the waiver.';", 0],
])('%s contains %i phrase', (source, count) => {
  expect(textsOf('page.tsx', source).flatMap(findPhrases)).toHaveLength(count);
});
