/**
 * Keeps a bounded part of the pages of one traversal: 1,000,000 characters in full, and of later pages only the values that pagination
 * rules compare (IDs, sort keys, page links and totals). Each page is judged before the rest of it is dropped; a page with a failure is
 * kept whole.
 */
import { releaseParsedJson, jsonBody, storeParsedJson } from '../model/body.ts';
import type { Exchange, RecordedResponse } from '../model/exchange.ts';
import { mergeObjects } from '../model/objects.ts';
import type { Json } from '../model/json.ts';
import { orderOf } from '../model/paging/styles.ts';
import { withValueAt, storeListedRecords } from '../model/paging/lists.ts';
import { valueAtPointer } from '../model/pointer.ts';
import type { WalkedPages } from '../plan/model.ts';
import type { SentExchange } from './model.ts';

/** Characters of a traversal's bodies that are recorded in full. */
export const MAX_FULL_CHARACTERS = 1_000_000;
/** Pages with failures that are kept in full after that. */
const MAX_FAULTY = 10;

export interface PageBufferOptions {
  /** Called with the number of bytes that are dropped. */
  readonly release?: (bytes: number) => void;
  /** Whether the reduced page shows all failures of the whole page. Absent: no page is judged. */
  readonly isSeenIn?: (whole: Exchange, kept: Exchange) => boolean;
}

export class PageBuffer {
  readonly #pages: WalkedPages;
  readonly #options: PageBufferOptions;
  #kept = 0;
  #faulty = 0;

  constructor(pages: WalkedPages, options: PageBufferOptions) {
    this.#pages = pages;
    this.#options = options;
  }

  /** Returns the page as it is recorded. */
  keep(one: SentExchange): Exchange {
    const exchange = this.#isShort ? one.exchange : this.#reduce(one);
    if (exchange.response?.reduced !== undefined)
      this.#options.release?.((one.response?.body.length ?? 0) - Buffer.byteLength(exchange.response.body));
    this.#kept += exchange.response?.body.length ?? 0;
    return exchange;
  }

  get #isShort(): boolean {
    return this.#kept <= MAX_FULL_CHARACTERS;
  }

  #reduce({ exchange: whole }: SentExchange): Exchange {
    const { isSeenIn } = this.#options;
    const judged = reducePage(whole, this.#pages, 'judged');
    const isSeen = isSeenIn?.(whole, judged) === true;
    if (whole.response !== undefined) releaseParsedJson(whole.response);
    if (isSeen) return judged;
    this.#faulty += 1;
    return isSeenIn !== undefined && this.#faulty <= MAX_FAULTY ? whole : reducePage(whole, this.#pages, 'unseen');
  }
}

/** Reduces a page to the fields that pagination rules need. Anything else is kept unchanged. */
function reducePage(
  exchange: Exchange,
  { style, records: place, uid }: WalkedPages,
  as: NonNullable<RecordedResponse['reduced']>,
): Exchange {
  const { response } = exchange;
  if (response === undefined || response.status >= 300) return exchange;
  const body = jsonBody(response);
  if (!body.ok) return exchange;
  const whole = body.value;
  const records = valueAtPointer(whole, place);
  if (!Array.isArray(records)) return exchange;
  const below = [
    uid,
    orderOf(style)?.by ?? uid,
    ...(style.next !== undefined && 'last' in style.next ? [style.next.last] : []),
  ];
  const list = records as readonly Json[];
  const items = list.map(pick(below));
  const { next, previous, current, first, last, total, ends } = style;
  const beside = [next, previous, current, first, last, total].flatMap((spot) =>
    spot !== undefined && 'body' in spot ? [spot.body] : [],
  );
  const around = pick([...beside, ...(typeof ends === 'object' ? [ends.flag] : [])])(whole);
  const value = withValueAt(around, place, items);
  const kept: RecordedResponse = mergeObjects(response, { body: JSON.stringify(value), reduced: as });
  storeParsedJson(kept, { ok: true, value });
  const uids = list.map((record) => valueAtPointer(record, uid));
  storeListedRecords(kept, { records: place, uid, uids, beside: withValueAt(around, place, []) });
  return mergeObjects(exchange, { response: kept });
}

/** Copies only the values at these pointers. */
function pick(given: readonly string[]): (value: Json) => Json {
  const pointers = [...new Set(given)];
  return (value) =>
    pointers.reduce<Json>((picked, pointer) => {
      const found = valueAtPointer(value, pointer);
      return found === undefined ? picked : withValueAt(picked, pointer, found);
    }, {});
}
