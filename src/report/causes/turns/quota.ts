/** A quota that is reached within a run: from one call on whatever is called is answered 429. */
import { number } from '../../../record/counted.ts';
import type { Departure } from '../departures/departure.ts';
import type { ExchangeIndex } from '../exchanges/exchange-index.ts';
import { endOf } from '../exchanges/ends.ts';
import { versionOf } from '../departures/departure-place.ts';
import { versionOf as versionOfExchange } from '../exchanges/exchange-place.ts';

/** Fewer that were served before, or are answered so afterwards, are a limit on calls in a short time. */
const FEWEST = 20;
/** So many of the calls from there on: what was under way is answered yet, and what is no HTTP before anybody counts it. */
const MOST = 0.75;

/** `Answers 429 to whatever is called, once 400 calls had been answered otherwise`. */
export function quotaWords(own: readonly Departure[], { all }: ExchangeIndex): string | undefined {
  const versions = new Set(own.map(versionOf));
  const inOrder = all
    .filter((one) => versions.has(versionOfExchange(one)) && one.response !== undefined)
    .toSorted((a, b) => a.at - b.at);
  const first = inOrder.findIndex((one) => endOf(one) === '429');
  const later = inOrder.slice(first);
  const slowed = later.filter((one) => endOf(one) === '429').length;
  return first < FEWEST || slowed < FEWEST || slowed < MOST * later.length
    ? undefined
    : `Answers 429 to whatever is called, once ${number(first)} calls had been answered otherwise`;
}
