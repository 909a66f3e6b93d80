/** SECURITY.md: patterns of contracts run on a linear engine. So nobody makes one for a backtracking engine, but of what is written here. */
import { expect, test } from 'vitest';
import { files, importsOf, textOf } from './files.ts';

/** Where a `RegExp` is made of parts, and what those are. */
const OF_OUR_OWN: Readonly<Record<string, string>> = {
  'src/http/redactor.ts': 'names of fields and parameters, escaped',
  'src/load/pattern-faults.ts': 'whether JavaScript reads a pattern of a contract at all, which is not run',
  'src/load/secrets.ts': 'what a token looks like',
  'src/playwright/projects.ts': 'tags, escaped; a line of our own process',
  'src/project/temporary-folder.ts': 'names of our own folders',
  'src/model/headers.ts': 'the token of RFC 9110',
  'src/report/propose-waivers.ts': 'patterns of our own',
  'src/report/page/html.ts': 'ids of our own page',
  'src/rules/http-headers.ts': 'grammars of RFC 9110',
  'src/rules/http-security.ts': 'the grammar of RFC 9110, and names of exceptions',
};

const source = files.filter((file) => /^src\/.*\.tsx?$/.test(file));

test('a backtracking engine runs no pattern of a contract, a target, a document or a service', () => {
  const made = source.filter((file) => /\bRegExp\(/.test(textOf(file)));
  expect(made).toEqual(Object.keys(OF_OUR_OWN).sort());
});

test('the linear engine is asked in one place', () => {
  expect(source.filter((file) => importsOf(file).some(({ to }) => to === 're2js'))).toEqual(['src/model/pattern.ts']);
});

test('the parameters of a path are found in one place', () => {
  const found = source.filter((file) => textOf(file).includes(String.raw`/\{([^}]+)\}/g`));
  expect(found).toEqual(['src/model/path-template.ts']);
});
