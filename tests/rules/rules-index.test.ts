/** src/rules/all.ts names every rule that a file of a family has. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { rulesBelow, rulesIndex } from '../../scripts/rules-index/render.ts';

const JUDGES = /\bfunction \w+|=>/;

const folder = fileURLToPath(new URL('../../src/rules/', import.meta.url));

test('it is up to date', async () => {
  expect(readFileSync(`${folder}all.ts`, 'utf8'), 'run: npm run generate').toBe(rulesIndex(await rulesBelow(folder)));
});

test('rules of one name in two families are told apart, and what is no rule is left out', async () => {
  const found = await rulesBelow(folder);
  const traces = found.filter(({ name }) => name === 'noTrace');
  expect(traces.map(({ family }) => family)).toEqual(['input', 'store']);
  expect(rulesIndex(traces)).toContain(`import { noTrace as inputNoTrace } from './input/no-trace.ts';`);
  expect(found.some(({ name }) => name === 'judgeEcho')).toBe(false);
});

test('a file that has a rule judges: words alone are rows of the catalogues', async () => {
  const files = new Set((await rulesBelow(folder)).map(({ family, file }) => `${folder}${family}/${file}.ts`));
  expect(files.size).toBeGreaterThan(100);
  expect([...files].filter((file) => !JUDGES.test(readFileSync(file, 'utf8')))).toEqual([]);
});
