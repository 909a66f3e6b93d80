/**
 * Keeps a bounded part of the pages of one traversal: 1,000,000 characters in full, and of later pages only what the pagination rules compare
 * (IDs, sort keys, page links and totals). Each page is judged before the rest of it is dropped; a page with a failure is kept whole.
 */
import { forgetJson, jsonBody, rememberJson } from '../model/body.ts';
import type { Exchange, RecordedResponse } from '../model/exchange.ts';
import { extended } from '../model/objects.ts';
import type { Json } from '../model/json.ts';
import { orderOf } from '../model/paging/styles.ts';
import { putAt, rememberListed } from '../model/paging/lists.ts';
import { at } from '../model/pointer.ts';
import type { WalkedPages } from '../plan/model.ts';
import type { SentExchange } from './model.ts';

/** Characters of a walk's bodies that are recorded as they came. */
export const KEPT_IN_FULL = 1_000_000;
/** Pages that are kept after that because something is wrong in them: more of the same say no more. */
const KEPT_FAULTY = 10;

export interface KeepOptions {
  /** Told how many bytes of answers are kept no longer. */
  readonly release?: (bytes: number) => void;
  /** Whether all that is wrong in the first is seen in the second, which is what would be kept of it. Absent: nobody looks. */
  readonly isSeenIn?: (whole: Exchange, kept: Exchange) => boolean;
}

export class PageBuffer {
  readonly #pages: WalkedPages;
  readonly #options: KeepOptions;
  /** Characters so far. */
  #kept = 0;
  #faulty = 0;

  constructor(pages: WalkedPages, options: KeepOptions) {
    this.#pages = pages;
    this.#options = options;
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

  #less({ exchange: whole }: SentExchange): Exchange {
    const { isSeenIn } = this.#options;
    const judged = reduced(whole, this.#pages, 'judged');
    const isSeen = isSeenIn?.(whole, judged) === true;
    if (whole.response !== undefined) forgetJson(whole.response);
    if (isSeen) return judged;
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

/** Copies of a value only what these pointers name. */
function pickerOf(given: readonly string[]): (value: Json) => Json {
  const pointers = [...new Set(given)];
  return (value) =>
    pointers.reduce<Json>((picked, pointer) => {
      const found = at(value, pointer);
      return found === undefined ? picked : putAt(picked, pointer, found);
    }, {});
}
