/** A new style of paging is a file of its own, and its row: nobody else decides by the name of one. */
import { expect, test } from 'vitest';
import { STYLE_NAMES } from '../../src/model/paging/model.ts';
import { files, textOf } from './files.ts';

test('what walks, judges and documents asks a style, and knows none by its name', () => {
  const named = new RegExp(`style\\w* [!=]== '(?:${STYLE_NAMES.join('|')})'|case '(?:${STYLE_NAMES.join('|')})':`);
  const deciding = files.filter((file) => /^src\/.*\.tsx?$/.test(file) && named.test(textOf(file)));
  expect(deciding).toEqual([]);
});
