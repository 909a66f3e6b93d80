/** Traverses all pages of a list, by its pagination style. Only the recorded form of a page is kept in memory. */
import { isReadMethod } from '../model/exchange.ts';
import { isMap, type Json } from '../model/json.ts';
import {
  areSamePages,
  readListedRecords,
  ReducedPage,
  valueAtSpot,
  type RecordIds,
  withPagingValue,
} from '../model/paging/lists.ts';
import {
  OTHER_PAGE_LINKS,
  type OtherPageLink,
  type TraversedPage,
  type NextPageRequest,
} from '../model/paging/model.ts';
import { styleOf, nextPageRequest } from '../model/paging/styles.ts';
import { valueAtPointer } from '../model/pointer.ts';
import type { RequestTemplate, Step, WalkedPages } from '../plan/model.ts';
import { type PageBufferOptions, PageBuffer } from './page-buffer.ts';
import type { SentExchange } from './model.ts';

type Walk = Extract<NonNullable<Step['send']>, { kind: 'walk' }>;

/** Default maximum number of pages. */
export const DEFAULT_MAX_PAGES = 1000;

export interface TraversalOptions extends PageBufferOptions {
  /** Maximum number of pages. */
  readonly most?: number;
}

/** Sends the request of a step, or a replacement. */
export type SendStep = (suffix: string, request?: RequestTemplate) => Promise<SentExchange>;

export async function traversePages(
  step: Step,
  { pages, onward, limit = Infinity }: Walk,
  send: SendStep,
  { most = DEFAULT_MAX_PAGES, ...keeping }: TraversalOptions = {},
): Promise<readonly SentExchange[]> {
  const sent: SentExchange[] = [];
  const { style, size } = pages;
  const asked = new Set<string>([String(styleOf(style).token(style, 1, size))]);
  const kept = new PageBuffer(pages, keeping);
  let request = step.request;
  let last: { readonly one: SentExchange; readonly page: TraversedPage } | undefined;
  let before: RecordIds = [];
  for (let position = 1; ; position += 1) {
    const one = await send(`.${position}`, request);
    const exchange = kept.keep(one);
    // Later steps refer to the first page only.
    sent.push(position === 1 ? one : { exchange, result: { answer: undefined, sent: undefined }, response: undefined });
    const page = pageOf(one, pages, { position, size, taken: last?.page.taken ?? 0 });
    last = { one, page };
    if (one.response === undefined) break;
    // A service that ignores the page parameter returns the same page forever. Plain values may repeat.
    const { uids = [] } = (exchange.response && readListedRecords(exchange.response, pages.records, pages.uid)) ?? {};
    if (uids.length > 0 && areSamePages([uids], [before]) && isMap(page.records[0])) break;
    before = uids;
    const turn = nextPageRequest(style, page);
    // A page token that was used before would start an endless loop.
    const key = turn === undefined ? undefined : 'token' in turn ? turn.token : turn.address;
    if (turn === undefined || key === undefined || asked.has(key)) break;
    asked.add(key);
    const next = requestForPage(step.request, turn, pages, one.exchange.request.url);
    if (next === undefined) break;
    if (position >= Math.min(most, limit)) {
      sent.push({ ...(sent.pop() ?? one), exchange: { ...exchange, cut: true } });
      break;
    }
    request = next;
  }
  if (onward !== true) return sent;
  for (const name of OTHER_PAGE_LINKS) {
    const there = requestForLink(step.request, last, pages, name);
    if (there === undefined) continue;
    const one = await send(`.${name}`, there);
    sent.push({ ...one, exchange: { ...one.exchange, onward: name } });
  }
  return sent;
}

/** Reads a page, which may be reduced already; `taken` is the number of records before it. */
function pageOf(
  { exchange, response, result }: SentExchange,
  { records: place, uid }: WalkedPages,
  { taken, ...where }: Pick<TraversedPage, 'position' | 'size' | 'taken'>,
): TraversedPage {
  const headers = response?.headers ?? [];
  const recorded = exchange.response;
  const listed = recorded?.reduced === undefined ? undefined : readListedRecords(recorded, place, uid);
  if (recorded !== undefined && listed !== undefined)
    return new ReducedPage(recorded, listed, { headers, ...where, taken: taken + listed.uids.length });
  const found = valueAtPointer(result.answer, place);
  const records = Array.isArray(found) ? (found as readonly Json[]) : [];
  return { headers, body: result.answer, records, ...where, taken: taken + records.length };
}

/** Request for another page by its address in the response. */
function requestForLink(
  first: RequestTemplate,
  { one: { exchange, response }, page }: { readonly one: SentExchange; readonly page: TraversedPage },
  pages: WalkedPages,
  then: OtherPageLink,
): RequestTemplate | undefined {
  const spot = pages.style[then];
  if (spot === undefined || response === undefined) return undefined;
  const shown = valueAtSpot(page, spot);
  if (typeof shown !== 'string' || shown === '') return undefined;
  return requestForPage(first, { address: shown }, pages, exchange.request.url);
}

/** Request for the next page; undefined if a link would send a write to an address that the contract does not declare. */
function requestForPage(
  first: RequestTemplate,
  turn: NextPageRequest,
  { style }: WalkedPages,
  from: string,
): RequestTemplate | undefined {
  if ('address' in turn)
    return isReadMethod(first.method) ? { ...first, address: { target: turn.address, from } } : undefined;
  const slot = styleOf(style).slot(style);
  return slot === undefined ? undefined : withPagingValue(first, slot, turn.token);
}
