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

/** What was answered with one id while nothing removed it: the first that was made, and those after it. */
type Made = readonly Exchange[];

/** The key of those that rest on creates, reads, updates or removals of such records alone. */
export function keysOfSameIds(
  departures: readonly Departure[],
  exchanges: ExchangeIndex,
): (departure: Departure) => string | undefined {
  const made = departures.some(isOfRecords) ? madeTogether(exchanges) : new Map<string, Made>();
  return (departure) => {
    const { sights } = departure;
    if (made.size === 0 || sights.length === 0 || !isOfRecords(departure)) return undefined;
    const found = sights.map(({ exchange }) => {
      const seen = exchanges.get(exchange);
      if (seen === undefined) return undefined;
      const [first, second, ...others] = made.get(placeOf(seen, madeAt(seen) ?? pathOf(seen))) ?? [];
      if (first === undefined || second === undefined) return undefined;
      // Before the second there was but one record, and a case that made none of them knows of none.
      const isOneOfThem = [first, second, ...others].some((one) => caseOf(one) === caseOf(seen));
      return isOneOfThem && seen.at >= second.at ? exchanges.operationOf(first) : undefined;
    });
    const [first] = found;
    return first === undefined || found.includes(undefined) ? undefined : `${SAME_ID} ${first}`;
  };
}

function isOfRecords({ layer }: Departure): boolean {
  return layer === 'value' || layer === 'shape';
}

/** By the address of the records; none where those that share one share what they are known by, as of whoever updates by POST. */
function madeTogether(exchanges: ExchangeIndex): ReadonlyMap<string, Made> {
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
  const found = [...groupBy(made, ({ place }) => place)].flatMap(([place, own]) => {
    const inOrder = own.toSorted((a, b) => a.one.at - b.one.at);
    const [first] = inOrder;
    const operation = first === undefined ? undefined : exchanges.operationOf(first.one);
    if (first === undefined || operation === undefined) return [];
    const together = inOrder.filter(
      ({ one }) =>
        exchanges.operationOf(one) === operation &&
        removed.get(place)?.some(({ at }) => at >= first.one.at && at <= one.at) !== true,
    );
    const isApart = together.some(
      ({ one, leaves }) =>
        JSON.stringify(sentJson(first.one)) !== JSON.stringify(sentJson(one)) &&
        ![...first.leaves].some((leaf) => leaves.has(leaf) && carriers.get(`${operation} ${leaf}`)?.size === 1),
    );
    return together.length < 2 ? [] : [{ place, operation, isApart, by: together.map(({ one }) => one) }];
  });
  const known = new Set(found.filter(({ isApart }) => isApart).map(({ operation }) => operation));
  return new Map(found.flatMap(({ place, operation, by }) => (known.has(operation) ? [[place, by] as const] : [])));
}

function placeOf(exchange: Exchange, path: string): string {
  return `${versionOf(exchange)} ${path}`;
}

function isRemoval({ request, response }: Exchange): boolean {
  return request.method === 'DELETE' && response !== undefined && response.status < 300;
}
