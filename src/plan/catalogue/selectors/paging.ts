/** Sizes of collections and pages, and the parameters that request a page, according to pagination.yaml. */
import { styleOf } from '../../../model/paging/styles.ts';
import type { OperationContext } from '../../context.ts';
import type { EachItem, Selector } from '../items.ts';
import { pageStyleOf, listPaging, slotName } from '../paging.ts';

/** A larger page would need more records than a test should create. */
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
  'sizes.one-over-the-cap': sizeByCap((cap) => cap + 1),
  'sizes.over-any-cap': sizeByCap((cap) => cap + 1, Number.POSITIVE_INFINITY),
  'sizes.most': { items: (context) => [itemOf(listPaging(context)?.cap ?? UNCAPPED_SIZE)] },
  'sizes.few': { items: (context) => [itemOf(Math.min(2, listPaging(context)?.cap ?? 2))] },
  'sizes.usual': sizeByUsual((usual) => usual),
  'sizes.one-under-the-usual': sizeByUsual((usual) => usual - 1),
  'sizes.one-over-the-usual': sizeByUsual((usual) => usual + 1),
  'sizes.twice-the-usual-and-one': sizeByUsual((usual) => 2 * usual + 1),
};

/**
 * The size of a collection or a page that follows from the cap.
 * @param largest the cap above which a case would create too many records; a size that is only requested has no such limit
 */
export function sizeByCap(sizeOf: (cap: number) => number, largest = LARGEST_CAP): Selector {
  return sizeBy('cap', sizeOf, largest);
}

/** The same by the page size of a list that is requested without one. */
function sizeByUsual(sizeOf: (usual: number) => number): Selector {
  return sizeBy('usual', sizeOf, LARGEST_CAP);
}

function sizeBy(limit: 'cap' | 'usual', sizeOf: (size: number) => number, largest: number): Selector {
  return {
    items: (context) => {
      const size = listPaging(context)?.[limit];
      return size === undefined || size > largest ? [] : [itemOf(sizeOf(size))];
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
