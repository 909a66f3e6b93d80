/** Updates that are undone by the next one of the same record, each of which is kept where it comes alone. */
import type { Exchange } from '../../../record/exchange.ts';
import { sameJson, type Json } from '../../../record/json.ts';
import { exchangeKey } from '../../exchange-key.ts';
import { groupBy } from '../../../record/group-by.ts';
import { listed } from '../../phrase.ts';
import type { Departure } from '../departures/departure.ts';
import { restsOn } from '../departures/reading-habit.ts';
import { answeredJson, sentJson } from '../exchanges/bodies.ts';
import { isServed } from '../exchanges/ends.ts';
import type { ExchangeIndex } from '../exchanges/exchange-index.ts';
import { pathOf, placeAt, versionOf } from '../exchanges/exchange-place.ts';
import { madeAt } from '../exchanges/made-at.ts';
import { membersOf } from '../exchanges/parts-of-json.ts';

/** Fewer may be so for another reason. */
const FEWEST = 2;

interface Way {
  readonly operation: string;
  /** The reads that show a record as it was before, by their keys. */
  readonly reads: ReadonlySet<string>;
}

/** The same departures; those that rest on such reads alone have one key. */
export function withTakenBack(departures: readonly Departure[], exchanges: ExchangeIndex): readonly Departure[] {
  if (!departures.some(({ layer }) => layer === 'value')) return departures;
  const ways = [...groupBy(exchanges.all, versionOf).values()].flatMap((own) => waysIn(own, exchanges));
  if (ways.length === 0) return departures;
  const says = `Undoes an update when the next one of the same record comes, and does not store that either, though it answers both with success, on ${listed([...new Set(ways.map(({ operation }) => operation))].sort())}`;
  return departures.map((one): Departure =>
    one.layer === 'value' && one.turns === undefined && ways.some(({ reads }) => restsOn(one, reads))
      ? { ...one, layer: 'status', key: 'updates undone', habit: { of: 'reading', says } }
      : one,
  );
}

/** A read, and the updates that were answered with success before it. */
interface Read {
  readonly read: Exchange;
  readonly operation: string;
  readonly updates: number;
  /** How what was named last stands in it, where that was to change it. */
  readonly last: 'kept' | 'lost' | 'same';
  /** Whether something that was named before stands in it as it was before all of them. */
  readonly isAsBefore: boolean;
}

function waysIn(own: readonly Exchange[], exchanges: ExchangeIndex): readonly Way[] {
  const reads = [...groupBy(own, (one) => placeAt(one, madeAt(one) ?? pathOf(one))).values()].flatMap((all) =>
    readsIn(all, exchanges),
  );
  return [...groupBy(reads, ({ operation }) => operation)].flatMap(([operation, seen]): readonly Way[] => {
    const alone = seen.filter(({ updates, last }) => updates === 1 && last !== 'same');
    const undone = seen.filter(({ updates, last, isAsBefore }) => updates > 1 && last !== 'kept' && isAsBefore);
    // Who changes the record as it was made keeps what comes last.
    const isOtherwise = seen.some(({ updates, last, isAsBefore }) => updates > 1 && last === 'kept' && isAsBefore);
    const isSo =
      alone.length >= FEWEST &&
      alone.every(({ last }) => last === 'kept') &&
      undone.filter(({ last }) => last === 'lost').length >= FEWEST;
    return isSo && !isOtherwise ? [{ operation, reads: new Set(undone.map(({ read }) => exchangeKey(read))) }] : [];
  });
}

/** Of one record. */
function readsIn(all: readonly Exchange[], exchanges: ExchangeIndex): readonly Read[] {
  const updates: Exchange[] = [];
  const named = new Map<string, readonly Json[]>();
  let before: ReadonlyMap<string, Json> = new Map();
  const isBefore = (shown: ReadonlyMap<string, Json>, name: string): boolean =>
    sameJson(shown.get(name), before.get(name)) &&
    named.get(name)?.some((value) => sameJson(value, shown.get(name))) !== true;
  return all
    .toSorted((a, b) => a.at - b.at)
    .flatMap((one): readonly Read[] => {
      if (!isServed(one)) return [];
      if (one.request.method === 'PATCH') {
        updates.push(one);
        for (const [name, value] of membersOf(sentJson(one))) named.set(name, [...(named.get(name) ?? []), value]);
        return [];
      }
      const shown = membersOf(answeredJson(one));
      const last = updates.at(-1);
      if (one.request.method === 'POST' || (one.request.method === 'GET' && last === undefined)) before = shown;
      if (one.request.method !== 'GET' || last === undefined) return [];
      const ofLast = [...membersOf(sentJson(last))].filter(([name, value]) => !sameJson(before.get(name), value));
      return [
        {
          read: one,
          operation: exchanges.operationOf(last) ?? '',
          updates: updates.length,
          last: ofLast.length === 0 ? 'same' : ofLast.every(([name]) => isBefore(shown, name)) ? 'lost' : 'kept',
          isAsBefore: [...named.keys()].some((name) => isBefore(shown, name)),
        },
      ];
    });
}
