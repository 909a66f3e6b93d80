/** Single reads that show another record than the one that is asked for: one that stands below the same parent. */
import { answeredJson } from '../exchanges/bodies.ts';
import type { Exchange } from '../../../record/exchange.ts';
import { fits, type RulePattern } from '../../../record/rule-pattern.ts';
import type { Departure } from '../departures/departure.ts';
import { isServed } from '../exchanges/ends.ts';
import { operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { groupOf, pathOf } from '../exchanges/exchange-place.ts';
import { leavesOf } from '../exchanges/parts-of-json.ts';
import { groupBy } from '../../../record/group-by.ts';
import { listed } from '../../phrase.ts';
import { seenBy, type CauseReading } from './model.ts';

/** Departures of one key, whatever was looked for in such a read. */
const KEY = 'another record shown';

const OF_IDS: readonly RulePattern[] = ['lifecycle.same-record', 'lifecycle.same-record-changed'];
const OF_BATCHES = 'lifecycle.batch-readable';

/** By chance a number that stands in one record is what another is called. */
const FEWEST = 2;

/** `Shows another record than the one that is asked for on orders-lines/read: the first that was made below the same parent`. */
export const otherRecord: CauseReading = ({ own, exchanges }) => {
  if (own[0]?.key !== KEY) return undefined;
  const seen = seenBy(own, exchanges);
  const shown = seen.flatMap((one) => shownBy(one, exchanges) ?? []);
  const which = shown.every(({ isFirst }) => isFirst)
    ? 'the first that was made beside it'
    : 'one that was made beside it';
  return `Shows another record than the one that is asked for on ${listed(operationsOf(seen, exchanges))}: ${which}`;
};

/** The key of those that rest on such reads alone. */
export function keysOfOtherRecords(
  departures: readonly Departure[],
  exchanges: ExchangeIndex,
): (one: Departure) => string | undefined {
  // Who asks for that itself says best how it is.
  if (departures.some(({ check }) => fits(OF_IDS, check.rule))) return () => undefined;
  const isSuch = (one: Departure): boolean => {
    const seen = isOfValues(one) ? seenBy([one], exchanges) : [];
    return seen.length > 0 && seen.every((read) => shownBy(read, exchanges) !== undefined);
  };
  const about = new Set(departures.filter(isSuch));
  const reads = new Set(seenBy([...about], exchanges));
  // The ids that a batch is answered with may stand for one another.
  const isOfReads = [...about].some(({ check }) => check.rule !== OF_BATCHES);
  return (one) => (reads.size >= FEWEST && isOfReads && about.has(one) ? KEY : undefined);
}

function isOfValues({ kind, layer, turns, sights }: Departure): boolean {
  return kind === 'finding' && layer === 'value' && turns === undefined && sights.length > 0;
}

interface Shown {
  /** Whether what it shows was made before all others there. */
  readonly isFirst: boolean;
}

/** What a read shows in place of what it asks for: the id of a record beside it, and not its own. */
function shownBy(read: Exchange, exchanges: ExchangeIndex): Shown | undefined {
  const [list, id] = partsOf(pathOf(read));
  if (read.request.method !== 'GET' || !isServed(read) || id === '') return undefined;
  const values = new Set([...leavesOf(answeredJson(read))].map((leaf) => leaf.slice(leaf.indexOf(' ') + 1)));
  if (values.has(id)) return undefined;
  const beside = idsBelow(list, read, exchanges);
  const place = beside.findIndex((other) => other !== id && values.has(other));
  return place < 0 ? undefined : { isFirst: place === 0 };
}

/** `/orders` and `7`. */
function partsOf(path: string): readonly [list: string, id: string] {
  const cut = path.lastIndexOf('/');
  return [path.slice(0, cut), path.slice(cut + 1)];
}

const groups = new WeakMap<readonly Exchange[], ReadonlyMap<string, readonly Exchange[]>>();

/** What records of a list were called that were read or written in the same group, in the order in which they were. */
function idsBelow(list: string, read: Exchange, { all }: ExchangeIndex): readonly string[] {
  let byGroup = groups.get(all);
  if (byGroup === undefined) groups.set(all, (byGroup = groupBy(all, groupOf)));
  const own = (byGroup.get(groupOf(read)) ?? []).filter(isServed);
  return [...new Set(own.map((one) => partsOf(pathOf(one))).flatMap(([above, id]) => (above === list ? id : [])))];
}
