/** What a page lists, read once for all who ask: the records of a long walk are many, and its pages are not kept as they are read. */
import { jsonBody, meantJson } from '../body.ts';
import type { RecordedResponse } from '../exchange.ts';
import { show, type Json } from '../json.ts';
import { at } from '../pointer.ts';
import type { PageSeen } from './model.ts';
import { putAt } from './places.ts';

export type Uids = readonly (Json | undefined)[];

export interface Listed {
  /** Pointers: to the list in an answer, and to the identifier in a record. */
  readonly records: string;
  readonly uid: string;
  readonly uids: Uids;
  /** The answer with an empty list; only where not all of the page was kept. */
  readonly beside?: Json;
}

const known = new WeakMap<RecordedResponse, Listed>();

/** Undefined where there is no list. */
export function listedOn(response: RecordedResponse, records: string, uid: string): Listed | undefined {
  const before = known.get(response);
  if (before?.records === records && before.uid === uid) return before;
  const body = meantJson(response);
  const list = at(body, records);
  if (body === undefined || !Array.isArray(list)) return undefined;
  const uids = (list as readonly Json[]).map((record) => at(record, uid));
  const beside = response.reduced === undefined ? {} : { beside: putAt(body, records, []) };
  const listed = { records, uid, uids, ...beside };
  rememberListed(response, listed);
  return listed;
}

/** What was read of a page where it came is what stands in what is kept of it. */
export function rememberListed(response: RecordedResponse, listed: Listed): void {
  known.set(response, listed);
}

/** Whether two walks brought the same page by page: most do, and nothing need be made of a million records to see it. */
export function areSame(one: readonly Uids[], other: readonly Uids[]): boolean {
  const isSame = (uids: Uids, others: Uids = []): boolean =>
    uids === others ||
    (uids.length === others.length &&
      uids.every((uid, place) => uid === others[place] || show(uid) === show(others[place])));
  return one.length === other.length && one.every((uids, index) => isSame(uids, other[index]));
}

/** A page of which little is kept: what stands beside its records is, and they are read when they are asked for, since nobody could keep all of them so. */
export class ReducedPage implements PageSeen {
  readonly headers: PageSeen['headers'];
  readonly body: PageSeen['body'];
  readonly position: number;
  readonly taken: number;
  readonly size: number;
  readonly #response: RecordedResponse;
  readonly #place: string;

  constructor(
    response: RecordedResponse,
    { records, beside }: Pick<Listed, 'records' | 'beside'>,
    { headers, position, taken, size }: Omit<PageSeen, 'records' | 'body'>,
  ) {
    this.#response = response;
    this.#place = records;
    this.headers = headers;
    this.body = beside;
    this.position = position;
    this.taken = taken;
    this.size = size;
  }

  get records(): readonly Json[] {
    const read = jsonBody(this.#response);
    const found = read.ok ? at(read.value, this.#place) : undefined;
    return Array.isArray(found) ? (found as readonly Json[]) : [];
  }
}
