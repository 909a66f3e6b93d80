/**
 * What is kept of the pages of one walk: of a long one only so many in full, since a walk over a large collection must
 * not need memory for all of it. What the laws of paging need stays: the identifiers, what they are ordered by, and what
 * pages say of each other. What else is in a page is judged before it is let go, and a page with something wrong in it is
 * kept as it came.
 */
import { answeredJson, forgetJson, jsonBody, rememberJson, rememberSame } from '../record/body.ts';
import type { Exchange, RecordedResponse } from '../record/exchange.ts';
import { extended } from '../record/extended.ts';
import { isMap, type Json } from '../record/json.ts';
import { orderOf } from '../record/paging/order.ts';
import { listedOn, rememberListed } from '../record/paging/listed.ts';
import { putAt } from '../record/paging/places.ts';
import { at, partName } from '../record/pointer.ts';
import type { WalkedPages } from '../plan/model.ts';
import type { SeenPages } from './page-cache.ts';
import type { SentExchange } from './model.ts';
import type { WireResponse } from './transport.ts';

/** Characters of a walk's bodies that are recorded as they came. */
export const KEPT_IN_FULL = 1_000_000;
/** Pages that are kept after that because something is wrong in them: more of the same say no more. */
const KEPT_FAULTY = 10;

export interface KeepOptions {
  /** Told how many bytes of answers are kept no longer. */
  readonly release?: (bytes: number) => void;
  /** Whether all that is wrong in the first is seen in the second, which is what would be kept of it. Absent: nobody looks. */
  readonly isSeenIn?: (whole: Exchange, kept: Exchange) => boolean;
  /** Pages of earlier walks; absent where no other walk asks for the same. */
  readonly seen?: SeenPages;
}

export class PageBuffer {
  readonly #pages: WalkedPages;
  readonly #options: KeepOptions;
  readonly #asked: string;
  /** Characters so far. */
  #kept = 0;
  #faulty = 0;
  /** Of the page that came last. */
  #key: string | undefined;

  /** @param asked what is asked of each page, in a text that no other walk has that asks for anything else */
  constructor(pages: WalkedPages, asked: string, options: KeepOptions) {
    this.#pages = pages;
    this.#asked = asked;
    this.#options = options;
  }

  /** What was kept of a page with these bytes, where that is all that would be kept of it now. */
  recall(response: WireResponse): RecordedResponse | undefined {
    const { seen } = this.#options;
    this.#key = seen === undefined || this.#isShort ? undefined : seen.key(this.#asked, response);
    return this.#key === undefined ? undefined : seen?.find(this.#key);
  }

  /** The page that came last, as it is kept. */
  keep(one: SentExchange): Exchange {
    const exchange = this.#isShort ? one.exchange : this.#less(one);
    if (exchange.response?.reduced !== undefined)
      this.#options.release?.((one.response?.body.length ?? 0) - Buffer.byteLength(exchange.response.body));
    this.#kept += exchange.response?.body.length ?? 0;
    return exchange;
  }

  get #isShort(): boolean {
    return this.#kept <= KEPT_IN_FULL;
  }

  #less({ exchange: whole, live }: SentExchange): Exchange {
    const { isSeenIn, seen } = this.#options;
    const before = this.#key === undefined ? undefined : seen?.find(this.#key);
    if (before !== undefined && whole.response !== undefined) {
      const { records, uid } = this.#pages;
      const listed = listedOn(before, records, uid);
      if (listed !== undefined) rememberListed(whole.response, listed);
      rememberSame(whole.response, before);
      // Its head is another one.
      isSeenIn?.(whole, whole);
      return whole;
    }
    const judged = reduced(whole, this.#pages, 'judged');
    const isSeen = isSeenIn?.(whole, judged) === true;
    // What was masked is another text than came, and may be masked for what stands elsewhere in the answer.
    const isAsItCame = live.answer !== undefined && answeredJson(whole) === live.answer;
    if (whole.response !== undefined) forgetJson(whole.response);
    if (isSeen) {
      if (this.#key !== undefined && isAsItCame && judged.response?.reduced !== undefined)
        seen?.put(this.#key, judged.response);
      return judged;
    }
    this.#faulty += 1;
    return isSeenIn !== undefined && this.#faulty <= KEPT_FAULTY ? whole : reduced(whole, this.#pages, 'unseen');
  }
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
    orderOf(style)?.by ?? uid,
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
  const kept: RecordedResponse = extended(response, { body: JSON.stringify(value), reduced: as });
  rememberJson(kept, { ok: true, value });
  const uids = list.map((record) => at(record, uid));
  rememberListed(kept, { records: place, uid, uids, beside: putAt(around, place, []) });
  return extended(exchange, { response: kept });
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
