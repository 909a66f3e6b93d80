/**
 * Follows the pages of a list to its end.
 *
 * Nothing of a page outlives its turn but its record, and of the records of a long walk only so much is kept in full: a
 * walk over a large collection must not need memory for all of it. What the laws of paging need stays: the uids.
 */
import { header } from '../record/headers.ts';
import type { Json } from '../record/json.ts';
import { valuesAt } from '../record/pointer.ts';
import type { KeptPages, Step } from '../plan/model.ts';
import type { Exchange, RecordedResponse } from '../record/exchange.ts';
import { parseJson, type Sent } from './sender.ts';

type Walk = Extract<NonNullable<Step['send']>, { kind: 'walk' }>;

/** Characters of a walk's bodies that are recorded as they came. */
export const KEPT_IN_FULL = 1_000_000;

export async function walkPages(
  step: Step,
  how: Walk,
  send: (suffix: string, request?: Step['request']) => Promise<Sent>,
): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  let request = step.request;
  let kept = 0;
  for (let page = 1; page <= how.limit; page += 1) {
    const one = await send(`.${page}`, request);
    const isOver = kept > KEPT_IN_FULL && how.kept !== undefined;
    const exchange = isOver && how.kept !== undefined ? reduced(one.exchange, how.kept) : one.exchange;
    kept += exchange.response?.body.length ?? 0;
    // Only the first page is what later steps refer to.
    sent.push(page === 1 ? one : { exchange, live: { answer: undefined, sent: undefined }, response: undefined });
    const next = one.response === undefined ? undefined : header(one.response, how.nextHeader);
    if (next === undefined || !/^[1-9]\d*$/.test(next)) break;
    // A next page that leads nowhere new would make the walk go round for ever.
    if (Number(next) <= page) break;
    request = { ...step.request, headers: { ...step.request.headers, [how.pageHeader]: next } };
  }
  return sent;
}

/** A page with everything but the uids of its records left out. Whatever is no such page is kept as it is. */
function reduced(exchange: Exchange, kept: KeptPages): Exchange {
  const { response } = exchange;
  if (response === undefined || response.status >= 300) return exchange;
  const records = valuesAt(parseJson(Buffer.from(response.body)), kept.records)[0];
  if (!Array.isArray(records)) return exchange;
  const items = (records as readonly Json[]).map((record) => wrapped(valuesAt(record, kept.uid)[0] ?? null, kept.uid));
  const body: RecordedResponse = { ...response, body: JSON.stringify(wrapped(items, kept.records)), reduced: true };
  return { ...exchange, response: body };
}

/** The value in the objects that a pointer leads through. */
function wrapped(value: Json, pointer: string): Json {
  return pointer
    .split('/')
    .slice(1)
    .reduceRight<Json>((inner, name) => ({ [name]: inner }), value);
}
