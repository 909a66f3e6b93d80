/** The identifiers on a page, read once for all laws that ask for them: those of a long walk are many, and its pages are not kept as they are read. */
import { jsonBody } from '../../record/body.ts';
import type { RecordedResponse } from '../../record/exchange.ts';
import { show, type Json } from '../../record/json.ts';
import { at } from '../../record/pointer.ts';

export type Uids = readonly (Json | undefined)[];

interface Listed {
  readonly records: string;
  readonly uid: string;
  readonly uids: Uids;
}

const known = new WeakMap<RecordedResponse, Listed>();

/** `records` and `uid` are pointers: to the list in an answer, and to the identifier in a record. Undefined where there is no list. */
export function uidsOn(response: RecordedResponse, records: string, uid: string): Uids | undefined {
  const before = known.get(response);
  if (before?.records === records && before.uid === uid) return before.uids;
  const body = jsonBody(response);
  const list = body.ok ? at(body.value, records) : undefined;
  if (!Array.isArray(list)) return undefined;
  const uids = (list as readonly Json[]).map((record) => at(record, uid));
  known.set(response, { records, uid, uids });
  return uids;
}

/** Whether two walks brought the same page by page: most do, and nothing need be made of a million records to see it. */
export function areSame(one: readonly Uids[], other: readonly Uids[]): boolean {
  const isSame = (uids: Uids, others: Uids = []): boolean =>
    uids.length === others.length &&
    uids.every((uid, place) => uid === others[place] || show(uid) === show(others[place]));
  return one.length === other.length && one.every((uids, index) => isSame(uids, other[index]));
}
