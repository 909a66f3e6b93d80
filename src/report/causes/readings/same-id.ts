/** Two records that were given one identifier: whoever reads the first is shown the second. */
import { sentJson } from '../../../record/body.ts';
import type { Exchange } from '../../../record/exchange.ts';
import type { Departure, ExchangeIndex } from '../departure.ts';
import { caseOf, pathOf, versionOf } from '../exchange-place.ts';
import { groupBy } from '../../group-by.ts';
import { madeAt } from '../made-at.ts';
import { leavesOf } from '../parts-of-json.ts';
import type { CauseReading } from './model.ts';

/** Departures of one key, whatever was looked for: they rest on reads of what was made twice. */
const SAME_ID = 'same id';

/** `Gives two new records the same id on orders/create: the second takes the place of the first`. */
export const sameIds: CauseReading = ({ own }) => {
  const [first] = own;
  return first?.key.startsWith(`${SAME_ID} `) === true
    ? `Gives two new records the same id on ${first.key.slice(SAME_ID.length + 1)}: the second takes the place of the first`
    : undefined;
};

interface Made {
  /** The first and the second that were answered with it. */
  readonly by: readonly [Exchange, Exchange];
}

/** The key of those that rest on reads, updates or removals of such records alone. */
export function keysOfSameIds(
  departures: readonly Departure[],
  exchanges: ExchangeIndex,
): (departure: Departure) => string | undefined {
  const twice = departures.some(isOfRecords) ? madeTwice(exchanges) : new Map<string, Made>();
  return (departure) => {
    const { sights } = departure;
    if (twice.size === 0 || sights.length === 0 || !isOfRecords(departure)) return undefined;
    const found = sights.map(({ exchange }) => {
      const seen = exchanges.get(exchange);
      const made = seen === undefined ? undefined : twice.get(placeOf(seen, pathOf(seen)));
      if (seen === undefined || made === undefined) return undefined;
      // Before the second there was but one record, and a third case knows of neither.
      const isOneOfThem = made.by.some((one) => caseOf(one) === caseOf(seen));
      return isOneOfThem && seen.at >= made.by[1].at ? exchanges.operationOf(made.by[0]) : undefined;
    });
    const [first] = found;
    return first === undefined || found.includes(undefined) ? undefined : `${SAME_ID} ${first}`;
  };
}

function isOfRecords({ layer }: Departure): boolean {
  return layer === 'value' || layer === 'shape';
}

/** By the address of the record; none where those that share one share what they are known by, as of whoever updates by POST. */
function madeTwice(exchanges: ExchangeIndex): ReadonlyMap<string, Made> {
  const made = exchanges.all.flatMap((one) => {
    const path = madeAt(one);
    return path === undefined ? [] : [{ one, place: placeOf(one, path), leaves: leavesOf(sentJson(one)) }];
  });
  const carriers = new Map<string, Set<string>>();
  for (const { one, place, leaves } of made)
    for (const leaf of leaves) {
      const key = `${exchanges.operationOf(one) ?? ''} ${leaf}`;
      carriers.set(key, (carriers.get(key) ?? new Set()).add(place));
    }
  const removed = groupBy(exchanges.all.filter(isRemoval), (one) => placeOf(one, pathOf(one)));
  const pairs = [...groupBy(made, ({ place }) => place)].flatMap(([place, own]) => {
    const [first, second] = own.toSorted((a, b) => a.one.at - b.one.at);
    if (first === undefined || second === undefined) return [];
    const isFree = removed.get(place)?.some(({ at }) => at >= first.one.at && at <= second.one.at) === true;
    const operation = exchanges.operationOf(first.one) ?? '';
    if (isFree || operation === '' || operation !== exchanges.operationOf(second.one)) return [];
    const isOther = JSON.stringify(sentJson(first.one)) !== JSON.stringify(sentJson(second.one));
    const isKnown = [...first.leaves].some(
      (leaf) => second.leaves.has(leaf) && carriers.get(`${operation} ${leaf}`)?.size === 1,
    );
    return [{ place, operation, isOther: isOther && !isKnown, by: [first.one, second.one] as const }];
  });
  const known = new Set(pairs.filter(({ isOther }) => isOther).map(({ operation }) => operation));
  return new Map(pairs.flatMap((pair) => (known.has(pair.operation) ? [[pair.place, pair] as const] : [])));
}

function placeOf(exchange: Exchange, path: string): string {
  return `${versionOf(exchange)} ${path}`;
}

function isRemoval({ request, response }: Exchange): boolean {
  return request.method === 'DELETE' && response !== undefined && response.status < 300;
}
