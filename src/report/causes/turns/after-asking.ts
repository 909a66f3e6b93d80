/** What cannot be read any more once it was asked about with a method that promises to change nothing. */
import type { Exchange } from '../../../record/exchange.ts';
import { groupBy } from '../../../record/group-by.ts';
import { listed } from '../../phrase.ts';
import type { Departure } from '../departures/departure.ts';
import { asReading, restsOn } from '../departures/reading-habit.ts';
import { exchangeKey } from '../../exchange-key.ts';
import { endOf, isServed } from '../exchanges/ends.ts';
import { operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { caseOf, pathOf, placeAt, versionOf } from '../exchanges/exchange-place.ts';

/** Other reads show the same whether it was asked about or not. */
const ASKING: readonly string[] = ['HEAD', 'OPTIONS'];
/** Fewer may be gone for another reason. */
const FEWEST = 2;
const GONE: readonly string[] = ['404', '410'];

interface Way {
  readonly key: string;
  readonly says: string;
  /** The reads that were refused, by their keys. */
  readonly reads: ReadonlySet<string>;
}

/** The same departures; those that rest on such reads alone have one key. */
export function withAsked(departures: readonly Departure[], exchanges: ExchangeIndex): readonly Departure[] {
  if (departures.length === 0) return departures;
  const ways = [...groupBy(exchanges.all, versionOf).values()].flatMap((own) =>
    ASKING.flatMap((method) => wayOf(method, own, exchanges) ?? []),
  );
  if (ways.length === 0) return departures;
  return departures.map((one): Departure => {
    const { layer, turns } = one;
    const way = ways.find(({ reads }) => restsOn(one, reads));
    return way === undefined || turns !== undefined || layer === 'apart' || layer === 'attendant'
      ? one
      : asReading(one, { key: way.key, says: way.says, did: 'refused-good' });
  });
}

function wayOf(method: string, own: readonly Exchange[], exchanges: ExchangeIndex): Way | undefined {
  const order = new Map(own.map((one, index) => [one, index]));
  // Cases go on side by side: only within one is it certain what came first, where the clock does not say so.
  const isAfter = (one: Exchange, other: Exchange): boolean =>
    one.at > other.at || (caseOf(one) === caseOf(other) && (order.get(one) ?? 0) > (order.get(other) ?? 0));
  const removals = own.filter((one) => one.request.method === 'DELETE' && isServed(one));
  const isRemoved = (one: Exchange): boolean =>
    removals.some((removal) => `${pathOf(one)}/`.startsWith(`${pathOf(removal)}/`) && isAfter(one, removal));
  const asked = [...groupBy(own, (one) => placeAt(one, pathOf(one))).values()].flatMap((all) => {
    const by = all.filter((one) => one.request.method === method && isServed(one));
    const gets = by.length === 0 ? [] : all.filter(({ request }) => request.method === 'GET');
    const after = gets.filter((get) => by.some((one) => isAfter(get, one)) && !isRemoved(get));
    return after.length === 0
      ? []
      : [{ after, before: gets.filter((get) => by.every((one) => isAfter(one, get))), gets }];
  });
  const end = GONE.find((one) => asked.every(({ after }) => after.some((get) => endOf(get) === one)));
  if (asked.length < FEWEST || end === undefined) return undefined;
  const isOtherwise = asked.some(
    ({ after, before }) => after.some(isServed) || before.some((get) => endOf(get) === end),
  );
  if (isOtherwise || !asked.some(({ before }) => before.some(isServed))) return undefined;
  const reads = asked.flatMap(({ gets }) => gets.filter((get) => endOf(get) === end && !isRemoved(get)));
  return {
    key: `gone after ${method}`,
    says: `Refuses with ${end} to show what it was asked about with ${method} before, on ${listed(operationsOf(reads, exchanges))}`,
    reads: new Set(reads.map(exchangeKey)),
  };
}
