/** Comparison of JSON values: equality of stored values, differences by pointer, and order. */
import { isSameInstant } from '../model/dates.ts';
import { isMap, type Json, ownMember, sameJson } from '../model/json.ts';
import type { PageStyle } from '../model/paging/model.ts';
import { isOrderedById, orderOf } from '../model/paging/styles.ts';
import { pointerPart } from '../model/pointer.ts';

/** Whether a value is shown as the one that was written: a service that keeps moments may show them in another spelling than they came in. */
export function sameValue(left: Json | undefined, right: Json | undefined): boolean {
  return sameJson(left, right, isSameInstant);
}

/**
 * Likewise of one that was sent and is read back: inside it null is shown where there is nothing, as nothing may be. Of a record inside, as of
 * the whole, what was sent counts: what a service shows beside it is no part of that.
 */
export function sameStored(sent: Json | undefined, shown: Json | undefined): boolean {
  if (sameValue(sent, shown)) return true;
  if (Array.isArray(sent) && Array.isArray(shown)) {
    const entries = shown as readonly Json[];
    return sent.length === entries.length && (sent as readonly Json[]).every((one, at) => sameStored(one, entries[at]));
  }
  return (
    isMap(sent) &&
    isMap(shown) &&
    Object.entries(sent).every(([name, one]) => {
      const there = ownMember(shown, name);
      return sameStored(one, there) || (one ?? there ?? null) === null;
    })
  );
}

// Differences of two JSON values.

/** RFC 6901 pointers to the innermost differences; '' for the whole. */
export function differences(
  left: Json | undefined,
  right: Json | undefined,
  pointer = '',
  areSame = sameValue,
): readonly string[] {
  if (areSame(left, right)) return [];
  const [a, b] = [membersOf(left), membersOf(right)];
  if (a === undefined || b === undefined || Array.isArray(left) !== Array.isArray(right)) return [pointer];
  // Of lists of another length nobody can say which entry is which.
  if (Array.isArray(left) && Array.isArray(right) && left.length !== right.length) return [pointer];
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return names.flatMap((name) =>
    differences(ownMember(a, name), ownMember(b, name), `${pointer}/${pointerPart(name)}`, areSame),
  );
}

/** The differences beside those that are known to come of themselves. */
export function differencesBeside(
  known: readonly string[],
  left: Json | undefined,
  right: Json | undefined,
): readonly string[] {
  return differences(left, right).filter(
    (pointer) => !known.some((one) => isWithin(pointer, one) || isWithin(one, pointer)),
  );
}

function isWithin(pointer: string, other: string): boolean {
  return pointer === other || pointer.startsWith(`${other}/`);
}

function membersOf(value: Json | undefined): Readonly<Record<string, Json>> | undefined {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, Json>>) : undefined;
}

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
