import { firstHeader, linkTarget } from '../headers.ts';
import { isMap, type Json, jsonText } from '../json.ts';
import { valueAtPointer, decodePointerPart } from '../pointer.ts';
import type { PageResponse, TraversedPage, PageStyle, NextPageRequest, PagingSlot, ResponsePlace } from './model.ts';
import { jsonBody, effectiveJson } from '../body.ts';
import type { RecordedResponse } from '../exchange.ts';

/** Reads and writes paging values at their places in requests and responses. */

/** The value as text; null for JSON null, undefined if it is absent. */
export function valueAtSpot(answer: PageResponse, spot: ResponsePlace): string | null | undefined {
  if ('header' in spot) return firstHeader(answer, spot.header.toLowerCase());
  if ('link' in spot) return linkTarget(answer, spot.link);
  const found = valueAtPointer(answer.body, spot.body);
  return found === null ? null : textOf(found);
}

export function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** The name of a place in messages. */
export function responsePlaceName(spot: ResponsePlace): string {
  if ('header' in spot) return `header ${spot.header.toLowerCase()}`;
  return 'link' in spot ? `header link rel=${spot.link}` : `body#${spot.body}`;
}

/** The reference to another page. Without `isToken` it is a URL, as a link always is. */
export function referencedPage(
  style: PageStyle,
  seen: TraversedPage,
  isToken?: (value: string) => boolean,
): NextPageRequest | undefined {
  const { next } = style;
  if (next === undefined || 'last' in next) return undefined;
  const value = valueAtSpot(seen, next);
  if (value === undefined || value === null) return undefined;
  if (isToken === undefined || 'link' in next) return value === '' ? undefined : { address: value };
  return isToken(value) ? { token: value } : undefined;
}

/** Query parameters that select the page and its size. */
export function pagingParameters({ ask }: PageStyle): readonly string[] {
  return [ask.page, ask.offset, ask.cursor, ask.size].flatMap((slot) =>
    slot !== undefined && 'query' in slot && slot.query !== undefined ? [slot.query] : [],
  );
}

/** The part of a request that can select a page. */
interface Asking {
  readonly parameters: Readonly<Record<string, Json>>;
  readonly query?: readonly (readonly [string, Json])[];
  readonly headers: Readonly<Record<string, Json>>;
  readonly body?: { readonly kind: string };
}

/** The request with a new value in a slot. */
export function withPagingValue<T extends Asking>(request: T, slot: PagingSlot, value: Json): T {
  if ('header' in slot) return { ...request, headers: { ...request.headers, [slot.header]: value } };
  if ('path' in slot) return { ...request, parameters: { ...request.parameters, [slot.path]: value } };
  if ('query' in slot) {
    const others = (request.query ?? []).filter(([name]) => name !== slot.query);
    return { ...request, query: [...others, [slot.query, value]] };
  }
  const { body } = request;
  const written = body?.kind === 'json' && 'value' in body ? (body.value as Json) : {};
  return { ...request, body: { ...body, kind: 'json', value: withValueAt(written, slot.body, value) } };
}

/** The value with another one at a pointer; missing objects on the way are created. */
export function withValueAt(value: Json, pointer: string, newValue: Json): Json {
  const [, first, ...more] = pointer.split('/');
  if (first === undefined) return newValue;
  const rest = more.map((part) => `/${part}`).join('');
  const name = decodePointerPart(first);
  if (Array.isArray(value))
    return (value as readonly Json[]).map((left, i) => (String(i) === name ? withValueAt(left, rest, newValue) : left));
  const members = isMap(value) ? value : {};
  return { ...members, [name]: withValueAt(members[name] ?? {}, rest, newValue) };
}

/** Ids and records of a page, read once: a long traversal has many records, and its pages do not stay parsed. */

export type RecordIds = readonly (Json | undefined)[];

export interface ListedRecords {
  /** Pointers to the list in a response, and to the id in a record. */
  readonly records: string;
  readonly uid: string;
  readonly uids: RecordIds;
  /** The response with an empty list; only for a reduced page. */
  readonly beside?: Json;
}

const listsByResponse = new WeakMap<RecordedResponse, ListedRecords>();

/** Undefined if the response contains no list. */
export function readListedRecords(response: RecordedResponse, records: string, uid: string): ListedRecords | undefined {
  const before = listsByResponse.get(response);
  if (before?.records === records && before.uid === uid) return before;
  const body = effectiveJson(response);
  const list = valueAtPointer(body, records);
  if (body === undefined || !Array.isArray(list)) return undefined;
  const uids = (list as readonly Json[]).map((record) => valueAtPointer(record, uid));
  const beside = response.reduced === undefined ? {} : { beside: withValueAt(body, records, []) };
  const listed = { records, uid, uids, ...beside };
  storeListedRecords(response, listed);
  return listed;
}

/** Stores the list of a page that was read on arrival. */
export function storeListedRecords(response: RecordedResponse, listed: ListedRecords): void {
  listsByResponse.set(response, listed);
}

/** True if two traversals returned the same ids page by page. Compares in place, since there may be a million. */
export function areSamePages(left: readonly RecordIds[], right: readonly RecordIds[]): boolean {
  const isSame = (uids: RecordIds, others: RecordIds = []): boolean =>
    uids === others ||
    (uids.length === others.length &&
      uids.every((uid, place) => uid === others[place] || jsonText(uid) === jsonText(others[place])));
  return left.length === right.length && left.every((uids, index) => isSame(uids, right[index]));
}

/** A reduced page. The fields beside its records are kept; the records are rebuilt on request to save memory. */
export class ReducedPage implements TraversedPage {
  readonly headers: TraversedPage['headers'];
  readonly body: TraversedPage['body'];
  readonly position: number;
  readonly taken: number;
  readonly size: number;
  readonly #response: RecordedResponse;
  readonly #place: string;

  constructor(
    response: RecordedResponse,
    { records, beside }: Pick<ListedRecords, 'records' | 'beside'>,
    { headers, position, taken, size }: Omit<TraversedPage, 'records' | 'body'>,
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
    const found = read.ok ? valueAtPointer(read.value, this.#place) : undefined;
    return Array.isArray(found) ? (found as readonly Json[]) : [];
  }
}
