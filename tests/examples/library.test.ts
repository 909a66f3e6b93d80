/** The library of the examples keeps its contract, and each thing that can be wrong with its lists is noticed. */
import { describe, expect, test } from 'vitest';
import { LIBRARY_FAULTS, LIBRARY_VARIANTS } from './library-faults.ts';
import { Stage, type Answer } from './stage.ts';
import { everyNth } from '../part.ts';

interface Library {
  readonly library: () => (method: string, target: string, type: string | undefined, text: string) => Answer;
}

const stage = new Stage<Library>('library', {
  speak: ({ library }) => {
    const answer = library();
    return (method, target, fields, content) => answer(method, target, fields['content-type']?.[0], String(content));
  },
});

const LISTS = stage.groups.filter(
  ({ endpoint, aspect }) => endpoint === 'books' && /^(pagination|page-|query)/.test(aspect),
);

test('every style of paging and every law of queries is planned', () => {
  const rules = new Set(LISTS.flatMap(({ cases }) => cases.flatMap(({ checks }) => checks.map(({ rule }) => rule))));
  expect([...rules]).toEqual(
    expect.arrayContaining([
      'page.walk-complete',
      'page.linked',
      'page.leads',
      'query.filtered',
      'query.together',
      'query.searched',
      'query.sorted',
      'query.wrong',
      'query.accepted',
      'query.unknown-refused',
    ]),
  );
});

test('the library keeps its contract', async () => {
  expect(await stage.red(stage.source)).toEqual([]);
});

describe('it is noticed when', () => {
  test.each(everyNth(LIBRARY_FAULTS, 3))('$name', async (fault) => {
    expect(await stage.missed({ ...fault, noticed: fault.noticed.map((one) => `books/${one}`) })).toEqual([]);
  });
});

describe('it is nobody’s business that', () => {
  test.each(LIBRARY_VARIANTS)('$name', async (variant) => {
    expect(await stage.red(stage.changed(variant), LISTS)).toEqual([]);
  });
});
