/** Which of two values comes first: numbers by size, texts by their characters. */
import type { Json } from '../record/json.ts';
import type { PageStyle } from '../record/paging/model.ts';
import { isOrderedById, orderOf } from '../record/paging/order.ts';

export function isBefore(one: Json | undefined, other: Json | undefined): boolean {
  if (typeof one === 'number' && typeof other === 'number') return one < other;
  return String(one) < String(other);
}

/** Whether identifiers come in the order that pages of this style have by them; never where they have none, or another. */
export function areInOrder(uids: readonly (Json | undefined)[], style: Pick<PageStyle, 'order'>): boolean {
  const isDescending = orderOf(style)?.descending === true;
  return (
    isOrderedById(style) &&
    uids.every((uid, index) => {
      const before = uids[index - 1];
      return index === 0 || (isDescending ? isBefore(uid, before) : isBefore(before, uid));
    })
  );
}
