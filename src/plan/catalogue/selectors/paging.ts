/** Sizes of collections and pages, by name, and how pages are asked for: as pagination.yaml says. */
import { styleOf } from '../../../model/paging/styles.ts';
import type { OperationContext } from '../../context.ts';
import type { EachItem } from '../items.ts';
import { pageStyleOf, pagingOf, slotName } from '../paging.ts';
import type { NamedSelector, Selector } from './model.ts';

/** A larger cap would take more records to be seen than a test should make. */
const LARGEST = 250;
/** A page of so many is nothing much to ask for. */
const UNCAPPED = 100;

export const pagingSelectors: Readonly<Record<string, NamedSelector>> = {
  'paging.page': { words: 'the name by which a page is asked for', items: (context) => named(context, 'page') },
  'paging.size': { words: 'the name by which a size is asked for', items: (context) => named(context, 'size') },
  'paging.wrong-pages': { words: 'what is no page, number, offset or cursor', items: wrongPages },
  'sizes.wrong': {
    words: 'what is no size: -1, a word, and 0 unless the contract says that it may be asked for',
    items: ({ scope, operation }) =>
      [...(pageStyleOf(scope, operation)?.ask.size?.minimum === 0 ? [] : ['0']), '-1', 'abc'].map(itemOf),
  },
  'sizes.cap': size('as many records as the cap: the most that a page has where paging is enforced', (cap) => cap),
  'sizes.one-under-the-cap': size('one less than the cap', (cap) => cap - 1),
  'sizes.one-over-the-cap': size('one more than the cap', (cap) => cap + 1),
  'sizes.over-any-cap': size('one more than the cap, however large it is', (cap) => cap + 1, Number.POSITIVE_INFINITY),
  'sizes.most': {
    words: 'the most records that may be asked for; a hundred where that is not known',
    items: (context) => [itemOf(pagingOf(context)?.cap ?? UNCAPPED)],
  },
  'sizes.few': {
    words: 'two records a page, or one where no more come',
    items: (context) => [itemOf(Math.min(2, pagingOf(context)?.cap ?? 2))],
  },
  'sizes.twice-the-cap-and-one': size('two full pages and one record', (cap) => 2 * cap + 1),
};

function size(words: string, of: (cap: number) => number, largest = LARGEST): NamedSelector {
  return { words, ...sizeByCap(of, largest) };
}

/**
 * The size of a collection or a page that follows from the cap.
 * @param largest the cap above which a case would create too many records; a size that is only asked for has no such limit
 */
export function sizeByCap(of: (cap: number) => number, largest = LARGEST): Selector {
  return {
    items: (context) => {
      const cap = pagingOf(context)?.cap;
      return cap === undefined || cap > largest ? [] : [itemOf(of(cap))];
    },
  };
}

function named(context: OperationContext, what: 'page' | 'size'): readonly EachItem[] {
  const paging = pagingOf(context);
  if (paging === undefined) return [];
  const slot = what === 'size' ? paging.size : styleOf(paging.style).slot(paging.style);
  return slot === undefined ? [] : [itemOf(slotName(slot))];
}

function wrongPages(context: OperationContext): readonly EachItem[] {
  const paging = pagingOf(context);
  return paging === undefined ? [] : styleOf(paging.style).wrong(paging.style).map(itemOf);
}

function itemOf(value: string | number): EachItem {
  return { key: String(value), value };
}
