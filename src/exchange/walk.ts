/**
 * Goes from page to page of a list to its end, as the style of its paging says.
 *
 * Nothing of a page outlives its turn but its record, and of the records of a long walk only so much is kept in full: a
 * walk over a large collection must not need memory for all of it. What the laws of paging need stays: the identifiers,
 * what they are ordered by, and what pages say of each other. What else is in a page is judged before it is let go, and a
 * page with something wrong in it is kept as it came.
 */
import { isMap, type Json } from '../record/json.ts';
import { ONWARD, type Onward, type PageSeen, type PageTurn } from '../record/paging/model.ts';
import { rememberListed } from '../record/paging/listed.ts';
import { putAt, shownAt, withSlot } from '../record/paging/places.ts';
import { styleOf, turnAfter } from '../record/paging/styles.ts';
import { forgetJson, jsonBody, rememberJson } from '../record/body.ts';
import { at, partName } from '../record/pointer.ts';
import type { RequestTemplate, Step, WalkedPages } from '../plan/model.ts';
import type { Exchange, RecordedResponse } from '../record/exchange.ts';
import { isRead } from './guard.ts';
import type { SentExchange } from './sender.ts';

type Walk = Extract<NonNullable<Step['send']>, { kind: 'walk' }>;

/** Characters of a walk's bodies that are recorded as they came. */
export const KEPT_IN_FULL = 1_000_000;
/** Pages that are kept after that because something is wrong in them: more of the same say no more. */
const KEPT_FAULTY = 10;
/** Pages that a walk goes, where the target does not say. */
export const USUAL_PAGES = 1000;

export interface WalkOptions {
  /** Pages that a walk goes at most. */
  readonly most?: number;
  /** Told how many bytes of answers are kept no longer. */
  readonly release?: (bytes: number) => void;
  /** Whether all that is wrong in the first is seen in the second, which is what would be kept of it. Absent: nobody looks. */
  readonly isSeenIn?: (whole: Exchange, kept: Exchange) => boolean;
}

export async function walkPages(
  step: Step,
  { pages, onward }: Walk,
  send: (suffix: string, request?: RequestTemplate) => Promise<SentExchange>,
  { most = USUAL_PAGES, release, isSeenIn }: WalkOptions = {},
): Promise<readonly SentExchange[]> {
  const sent: SentExchange[] = [];
  const { style, size } = pages;
  const asked = new Set<string>([String(styleOf(style).token(style, 1, size))]);
  let request = step.request;
  let kept = 0;
  let faulty = 0;
  let taken = 0;
  let last: SentExchange | undefined;
  const keep = (whole: Exchange): Exchange => {
    if (kept <= KEPT_IN_FULL) return whole;
    const judged = reduced(whole, pages, 'judged');
    const isSeen = isSeenIn?.(whole, judged) === true;
    if (whole.response !== undefined) forgetJson(whole.response);
    if (isSeen) return judged;
    faulty += 1;
    return isSeenIn !== undefined && faulty <= KEPT_FAULTY ? whole : reduced(whole, pages, 'unseen');
  };
  for (let position = 1; ; position += 1) {
    const one = await send(`.${position}`, request);
    const exchange = keep(one.exchange);
    if (exchange.response?.reduced !== undefined)
      release?.((one.response?.body.length ?? 0) - Buffer.byteLength(exchange.response.body));
    kept += exchange.response?.body.length ?? 0;
    // Only the first page is what later steps refer to.
    sent.push(position === 1 ? one : { exchange, live: { answer: undefined, sent: undefined }, response: undefined });
    last = one;
    if (one.response === undefined) break;
    const body = one.live.answer;
    const found = at(body, pages.records);
    const records = Array.isArray(found) ? (found as readonly Json[]) : [];
    taken += records.length;
    const seen: PageSeen = { headers: one.response.headers, body, position, records, taken, size };
    const turn = turnAfter(style, seen);
    // A next page that leads nowhere new would make the walk go round for ever.
    const key = turn === undefined ? undefined : 'token' in turn ? turn.token : turn.address;
    if (turn === undefined || key === undefined || asked.has(key)) break;
    asked.add(key);
    const next = turned(step.request, turn, pages, one.exchange.request.url);
    if (next === undefined) break;
    if (position >= most) {
      sent.push({ ...(sent.pop() ?? one), exchange: { ...exchange, cut: true } });
      break;
    }
    request = next;
  }
  if (onward !== true || last === undefined) return sent;
  for (const name of ONWARD) {
    const there = onwardFrom(step.request, last, pages, name);
    if (there === undefined) continue;
    const one = await send(`.${name}`, there);
    sent.push({ ...one, exchange: { ...one.exchange, onward: name } });
  }
  return sent;
}

/** The request for another page that an answer gives the address of. */
function onwardFrom(
  first: RequestTemplate,
  { exchange, response, live }: SentExchange,
  pages: WalkedPages,
  then: Onward,
): RequestTemplate | undefined {
  const spot = pages.style[then];
  if (spot === undefined || response === undefined) return undefined;
  const shown = shownAt({ headers: response.headers, body: live.answer }, spot);
  if (typeof shown !== 'string' || shown === '') return undefined;
  return turned(first, { address: shown }, pages, exchange.request.url);
}

/** The request for the next page; undefined where a link would take what is more than a question to an address that no contract names. */
function turned(
  first: RequestTemplate,
  turn: PageTurn,
  { style }: WalkedPages,
  from: string,
): RequestTemplate | undefined {
  if ('address' in turn)
    return isRead(first.method) ? { ...first, address: { target: turn.address, from } } : undefined;
  const slot = styleOf(style).slot(style);
  return slot === undefined ? undefined : withSlot(first, slot, turn.token);
}

/** A page with nothing of its records but what laws of paging need. Whatever is no such page is kept as it is. */
function reduced(
  exchange: Exchange,
  { style, records: place, uid }: WalkedPages,
  as: NonNullable<RecordedResponse['reduced']>,
): Exchange {
  const { response } = exchange;
  if (response === undefined || response.status >= 300) return exchange;
  const body = jsonBody(response);
  if (!body.ok) return exchange;
  const whole = body.value;
  const records = at(whole, place);
  if (!Array.isArray(records)) return exchange;
  const below = [
    uid,
    style.order?.by ?? uid,
    ...(style.next !== undefined && 'last' in style.next ? [style.next.last] : []),
  ];
  const list = records as readonly Json[];
  const items = list.map(pickerOf(below));
  const { next, previous, current, first, last, total, ends } = style;
  const beside = [next, previous, current, first, last, total].flatMap((spot) =>
    spot !== undefined && 'body' in spot ? [spot.body] : [],
  );
  const around = pickerOf([...beside, ...(typeof ends === 'object' ? [ends.flag] : [])])(whole);
  const value = putAt(around, place, items);
  const kept: RecordedResponse = { ...response, body: JSON.stringify(value), reduced: as };
  rememberJson(kept, { ok: true, value });
  const uids = list.map((record) => at(record, uid));
  rememberListed(kept, { records: place, uid, uids, beside: putAt(around, place, []) });
  return { ...exchange, response: kept };
}

/** Makes of a value one with nothing in it but what stands at these pointers. */
function pickerOf(given: readonly string[]): (value: Json) => Json {
  const pointers = [...new Set(given)];
  // Most are members of the value itself, and there are as many values as records.
  const names = pointers.every((pointer) => pointer.lastIndexOf('/') === 0 && pointer !== '/__proto__')
    ? pointers.map((pointer) => partName(pointer.slice(1)))
    : undefined;
  if (names !== undefined)
    return (value) => {
      const members = isMap(value) ? value : {};
      const made: Record<string, Json> = {};
      for (const name of names) {
        const member = Object.hasOwn(members, name) ? members[name] : undefined;
        if (member !== undefined) made[name] = member;
      }
      return made;
    };
  return (value) =>
    pointers.reduce<Json>((made, pointer) => {
      const found = at(value, pointer);
      return found === undefined ? made : putAt(made, pointer, found);
    }, {});
}
