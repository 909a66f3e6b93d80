/** Which of two values comes first: numbers by size, texts by their characters. */
import type { Json } from '../record/json.ts';
import type { PageStyle } from '../record/paging/model.ts';
import { isOrderedById, orderOf } from '../record/paging/order.ts';

export function isBefore(one: Json | undefined, other: Json | undefined): boolean {
  if (typeof one === 'number' && typeof other === 'number') return one < other;
  return String(one) < String(other);
}

/** Whether the records of pages come in the order that these have by identifier; never where they have none, or another. */
export function areInOrder(
  pages: readonly { readonly uids: readonly (Json | undefined)[] }[],
  style: Pick<PageStyle, 'order'>,
): boolean {
  if (!isOrderedById(style)) return false;
  const isDescending = orderOf(style)?.descending === true;
  let isFirst = true;
  let before: Json | undefined;
  for (const { uids } of pages)
    for (const uid of uids) {
      const isNext = isFirst || (isDescending ? isBefore(uid, before) : isBefore(before, uid));
      if (!isNext) return false;
      [isFirst, before] = [false, uid];
    }
  return true;
}
