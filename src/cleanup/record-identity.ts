/** By what members of a record it is told from others, of what was sent of it and what is shown: also later, of digests of what was sent. Pure. */
import { type Json, ownMember } from '../model/json.ts';
import { at } from '../model/pointer.ts';
import { digestOf } from './snapshot-fields.ts';
import type { Digests } from './created-resources.ts';
import type { Redactor } from '../http/redactor.ts';

/** What was sent of the members of records, by their names, in plain letters. */
export type SentMembers = ReadonlyMap<string, readonly string[]>;

/** Where members stand, by their names. */
export type MemberPlaces = Readonly<Record<string, string>>;

/** Nothing is said by what stands there masked. */
export function shownOf(answer: Json | undefined, place: string | undefined): string | undefined {
  const value = place === undefined ? undefined : at(answer, place);
  if (typeof value === 'number') return plain(value);
  return typeof value === 'string' && value !== '' && !/[*•]/.test(value) ? plain(value) : undefined;
}

export function plain(value: string | number): string {
  return String(value)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Of what may not be written down, a digest may not either. */
export function digestsOf(members: SentMembers, redactor: Redactor): Digests {
  const isOpen = (name: string, value: string): boolean => {
    const text = JSON.stringify({ [name]: value });
    return redactor.body(text, redactor.personal(text)) === text;
  };
  return Object.fromEntries(
    [...members].flatMap(([name, values]) => {
      const open = values.filter((value) => isOpen(name, value));
      return open.length === 0 ? [] : [[name, open.map(digestOf)] as const];
    }),
  );
}

/**
 * Whether compared fields show that a record is the one that was sent: at least half of them are alike. A service may store some fields
 * otherwise, and two records may have some values in common by chance. Undefined without a field to compare.
 */
export function isSameRecord(alike: readonly boolean[]): boolean | undefined {
  return alike.length === 0 ? undefined : alike.filter(Boolean).length * 2 >= alike.length;
}

/** Whether a record shows what the run sent; undefined where nothing can be compared. */
export function showsSent(answer: Json | undefined, digests: Digests, places: MemberPlaces): boolean | undefined {
  return isSameRecord(
    Object.entries(digests).flatMap(([name, sent]) => {
      const value = shownOf(answer, ownMember(places, name));
      return value === undefined ? [] : [sent.includes(digestOf(value))];
    }),
  );
}
