/** Comments in src/ name code that exists: each name of several words in backticks occurs in the code. */
import { expect, test } from 'vitest';
import { files, textOf } from './files.ts';

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

/** `createFinding`, `createFinding(…)`, `PageParams`. Single words may be terms, values or fields. */
const NAME = /`(?<name>[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)+|(?:[A-Z][a-z0-9]+){2,})(?:\([^`]*\))?`/g;

/** Examples of input, and a function that the code avoids. */
const ELSEWHERE = new Set(['bookOrders', 'siteId', 'localeCompare']);

/** Names in comments that no code has, each with its file. */
function unknownNames(texts: ReadonlyMap<string, string>): readonly string[] {
  const code = [...texts.values()].map((text) => text.replaceAll(COMMENT, ' ')).join('\n');
  const known = new Set(code.match(/[A-Za-z_$][\w$]*/g));
  return [...texts].flatMap(([file, text]) =>
    [...text.matchAll(COMMENT)].flatMap(([comment]) =>
      [...comment.matchAll(NAME)]
        .map(({ groups }) => groups?.['name'] ?? '')
        .filter((name) => !known.has(name) && !ELSEWHERE.has(name))
        .map((name) => `${file}: ${name}`),
    ),
  );
}

test('comments in src/ name no code that does not exist', () => {
  const sources = files.filter((file) => /^src\/.*\.tsx?$/.test(file));
  expect(unknownNames(new Map(sources.map((file) => [file, textOf(file)])))).toEqual([]);
});

test('a name that occurs only in comments is reported', () => {
  const text = `/** Like \`oldName(a)\` of \`OldType\`, \`newName\` and \`record\`. */
export function newName(): void {} // not \`oldName\`
`;
  expect(unknownNames(new Map([['a.ts', text]]))).toEqual(['a.ts: oldName', 'a.ts: OldType', 'a.ts: oldName']);
});
