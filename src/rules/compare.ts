/** Comparison of JSON values: equality of stored values, differences by pointer, and order. */
import { isSameInstant } from '../model/dates.ts';
import { isMap, type Json, ownProperty, isSameJson } from '../model/json.ts';
import type { PageStyle } from '../model/paging/model.ts';
import { isOrderedById, orderOf } from '../model/paging/styles.ts';
import { encodePointerPart } from '../model/pointer.ts';

/** Compares a written value with the one that is read back. A timestamp may be read back in another notation. */
export function isSameValue(left: Json | undefined, right: Json | undefined): boolean {
  return isSameJson(left, right, isSameInstant);
}

/** Like `isSameValue`, but at every depth fields that were not sent are ignored, and absent equals null. */
export function isSameStored(sent: Json | undefined, shown: Json | undefined): boolean {
  if (isSameValue(sent, shown)) return true;
  if (Array.isArray(sent) && Array.isArray(shown)) {
    const entries = shown as readonly Json[];
    return (
      sent.length === entries.length && (sent as readonly Json[]).every((left, at) => isSameStored(left, entries[at]))
    );
  }
  return (
    isMap(sent) &&
    isMap(shown) &&
    Object.entries(sent).every(([name, item]) => {
      const there = ownProperty(shown, name);
      return isSameStored(item, there) || (item ?? there ?? null) === null;
    })
  );
}

/** RFC 6901 pointers to the innermost differences; '' for the whole. */
export function differences(
  left: Json | undefined,
  right: Json | undefined,
  pointer = '',
  areSame = isSameValue,
): readonly string[] {
  if (areSame(left, right)) return [];
  const [a, b] = [membersOf(left), membersOf(right)];
  if (a === undefined || b === undefined || Array.isArray(left) !== Array.isArray(right)) return [pointer];
  // Lists of different lengths differ as a whole, since their entries cannot be paired.
  if (Array.isArray(left) && Array.isArray(right) && left.length !== right.length) return [pointer];
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return names.flatMap((name) =>
    differences(ownProperty(a, name), ownProperty(b, name), `${pointer}/${encodePointerPart(name)}`, areSame),
  );
}

/** Differences at pointers that are not among the known ones. */
export function newDifferences(
  known: readonly string[],
  left: Json | undefined,
  right: Json | undefined,
): readonly string[] {
  return differences(left, right).filter(
    (pointer) => !known.some((item) => isWithin(pointer, item) || isWithin(item, pointer)),
  );
}

function isWithin(pointer: string, right: string): boolean {
  return pointer === right || pointer.startsWith(`${right}/`);
}

function membersOf(value: Json | undefined): Readonly<Record<string, Json>> | undefined {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, Json>>) : undefined;
}

export function isBefore(left: Json | undefined, right: Json | undefined): boolean {
  if (typeof left === 'number' && typeof right === 'number') return left < right;
  return String(left) < String(right);
}

/** True if the records of all pages are ordered by id. False if the list has no order, or another one. */
export function arePagesInOrder(
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
