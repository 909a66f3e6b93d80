/** Every format of the table is written by a run, is replaced by the next one, and stands in the page on reports. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ARTIFACTS } from '../../src/project/output.ts';
import { FORMATS, insertFormatRows } from '../../src/report/views/formats.ts';

const page = readFileSync(path.join(import.meta.dirname, '..', '..', 'reports', 'README.md'), 'utf8');

test('reports/README.md is up to date', () => {
  expect(page, 'run: npm run generate').toBe(insertFormatRows(page));
});

test('a run replaces each', () => {
  expect(FORMATS.filter(({ file }) => !ARTIFACTS.includes(file))).toEqual([]);
});

test('a row that is missing, or words that changed, are written anew', () => {
  const [first] = FORMATS;
  expect(insertFormatRows(page.replace(first?.words ?? '', 'Something else.'))).toBe(page);
  expect(insertFormatRows(page.replace(/^\| `badge\.svg`.*\n/m, ''))).toBe(page);
});
