/** Sizes of collections and pages, and the parameters that request a page, according to pagination.yaml. */
import { styleOf } from '../../../model/paging/styles.ts';
import type { OperationContext } from '../../context.ts';
import type { EachItem, Selector } from '../items.ts';
import { pageStyleOf, listPaging, slotName } from '../paging.ts';

/** A larger cap would need more records than a test should create. */
const LARGEST_CAP = 250;
/** Page size to request if the cap is unknown. */
const UNCAPPED_SIZE = 100;

export const pagingSelectors: Readonly<Record<string, Selector>> = {
  'paging.page': { items: (context) => slotItem(context, 'page') },
  'paging.size': { items: (context) => slotItem(context, 'size') },
  'paging.wrong-pages': { items: invalidPages },
  'sizes.wrong': {
    items: ({ scope, operation }) =>
      [...(pageStyleOf(scope, operation)?.ask.size?.minimum === 0 ? [] : ['0']), '-1', 'abc'].map(itemOf),
  },
  'sizes.cap': sizeByCap((cap) => cap),
  'sizes.one-under-the-cap': sizeByCap((cap) => cap - 1),
  'sizes.one-over-the-cap': sizeByCap((cap) => cap + 1),
  'sizes.over-any-cap': sizeByCap((cap) => cap + 1, Number.POSITIVE_INFINITY),
  'sizes.most': { items: (context) => [itemOf(listPaging(context)?.cap ?? UNCAPPED_SIZE)] },
  'sizes.few': { items: (context) => [itemOf(Math.min(2, listPaging(context)?.cap ?? 2))] },
  'sizes.twice-the-cap-and-one': sizeByCap((cap) => 2 * cap + 1),
};

/**
 * The size of a collection or a page that follows from the cap.
 * @param largest the cap above which a case would create too many records; a size that is only requested has no such limit
 */
export function sizeByCap(sizeOf: (cap: number) => number, largest = LARGEST_CAP): Selector {
  return {
    items: (context) => {
      const cap = listPaging(context)?.cap;
      return cap === undefined || cap > largest ? [] : [itemOf(sizeOf(cap))];
    },
  };
}

function slotItem(context: OperationContext, what: 'page' | 'size'): readonly EachItem[] {
  const paging = listPaging(context);
  if (paging === undefined) return [];
  const slot = what === 'size' ? paging.size : styleOf(paging.style).slot(paging.style);
  return slot === undefined ? [] : [itemOf(slotName(slot))];
}

function invalidPages(context: OperationContext): readonly EachItem[] {
  const paging = listPaging(context);
  return paging === undefined ? [] : styleOf(paging.style).wrong(paging.style).map(itemOf);
}

function itemOf(value: string | number): EachItem {
  return { key: String(value), value };
}
