/** Compares a record with the fields that the run sent, or later with digests of these fields. */
import { type Json, ownProperty } from '../model/json.ts';
import { valueAtPointer } from '../model/pointer.ts';
import { digestOf } from './snapshot-fields.ts';
import type { Digests } from './created-resources.ts';
import type { Redactor } from '../http/redactor.ts';

/** Normalized values that the run sent, by field. */
export type SentValues = ReadonlyMap<string, readonly string[]>;

/** JSON pointers to the fields of a response, by field. */
export type FieldPointers = Readonly<Record<string, string>>;

/** The normalized value of a field. A masked value cannot be compared. */
export function comparableValue(answer: Json | undefined, place: string | undefined): string | undefined {
  const value = place === undefined ? undefined : valueAtPointer(answer, place);
  if (typeof value === 'number') return normalizeValue(value);
  return typeof value === 'string' && value !== '' && !/[*•]/.test(value) ? normalizeValue(value) : undefined;
}

export function normalizeValue(value: string | number): string {
  return String(value)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Digests of the fields that may be written to disk. A digest of a masked value could be reversed by trying all values. */
export function digestsOf(members: SentValues, redactor: Redactor): Digests {
  return Object.fromEntries(
    [...members].flatMap(([name, values]) => {
      const open = values.filter((value) => redactor.isOpen({ [name]: value }));
      return open.length === 0 ? [] : [[name, open.map(digestOf)] as const];
    }),
  );
}

/**
 * Whether at least half of the compared fields are equal. A service may store some fields differently, and two records may share some
 * values by chance. Undefined without a field to compare.
 */
export function isSameRecord(alike: readonly boolean[]): boolean | undefined {
  return alike.length === 0 ? undefined : alike.filter(Boolean).length * 2 >= alike.length;
}

/** Whether a record shows the values that the run sent; undefined if no field can be compared. */
export function matchesSent(answer: Json | undefined, digests: Digests, places: FieldPointers): boolean | undefined {
  return isSameRecord(
    Object.entries(digests).flatMap(([name, sent]) => {
      const value = comparableValue(answer, ownProperty(places, name));
      return value === undefined ? [] : [sent.includes(digestOf(value))];
    }),
  );
}
