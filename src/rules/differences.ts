/** Where two JSON values differ: so that what changes of itself from read to read can be told from what was changed. */
import { pointerPart } from '../record/pointer.ts';
import { ownMember, type Json } from '../record/json.ts';
import { sameValue } from './same-value.ts';

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
