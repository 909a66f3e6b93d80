/** What the records of a list are ordered by. Pure. */
import type { PageOrder, PageStyle } from './model.ts';

const BY_IDENTIFIER: PageOrder = { descending: false };

/** Undefined where any order will do. */
export function orderOf({ order }: Pick<PageStyle, 'order'>): PageOrder | undefined {
  if (typeof order === 'object') return order;
  return order === true ? BY_IDENTIFIER : undefined;
}

/** Whether it says which records are the first: by what several may have alike, any of these may be. */
export function isOrderedById(style: Pick<PageStyle, 'order'>): boolean {
  const order = orderOf(style);
  return order !== undefined && order.by === undefined;
}
