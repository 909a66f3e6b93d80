/** Sizes of collections and pages, by name, and how pages are asked for: as pagination.yaml says. */
import type { OperationContext } from '../../context.ts';
import type { Item } from '../items.ts';
import { pagingOf } from '../paging.ts';
import type { Selector } from './model.ts';

export const pagingSelectors: Readonly<Record<string, Selector>> = {
  'paging.page': { words: 'the name by which a page is asked for', items: (context) => named(context, 'page') },
  'paging.size': { words: 'the name by which a size is asked for', items: (context) => named(context, 'size') },
  'sizes.cap': size('as many records as the cap: the most that a page has where paging is enforced', (cap) => cap),
  'sizes.one-under-the-cap': size('one less than the cap', (cap) => cap - 1),
  'sizes.one-over-the-cap': size('one more than the cap', (cap) => cap + 1),
  'sizes.a-few-over-the-cap': size('five more than the cap', (cap) => cap + 5),
  'sizes.twice-the-cap-and-one': size('two full pages and one record', (cap) => 2 * cap + 1),
};

function size(words: string, of: (cap: number) => number): Selector {
  return {
    words,
    items: (context) => {
      const cap = pagingOf(context)?.cap;
      return cap === undefined ? [] : [itemOf(of(cap))];
    },
  };
}

function named(context: OperationContext, what: 'page' | 'size'): readonly Item[] {
  const paging = pagingOf(context);
  return paging === undefined ? [] : [itemOf(paging[what])];
}

function itemOf(value: string | number): Item {
  return { key: String(value), value };
}
