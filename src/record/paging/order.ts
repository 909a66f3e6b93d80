/** What the records of a list are ordered by. Pure. */
import type { PageOrder, PageStyle } from './model.ts';

const BY_IDENTIFIER: PageOrder = { descending: false };

/** Undefined where any order will do. */
export function orderOf({ order }: Pick<PageStyle, 'order'>): PageOrder | undefined {
  if (typeof order === 'object') return order;
  return order === true ? BY_IDENTIFIER : undefined;
}
