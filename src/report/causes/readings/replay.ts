/** Answers that were given before, to a call with other parameters: of a cache that does not look at them. */
import type { Exchange } from '../../../record/exchange.ts';
import { fits } from '../../../record/rule-pattern.ts';
import type { Departure } from '../departures/departure.ts';
import { operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { operationOf } from '../departures/departure-place.ts';
import { pathOf, versionOf } from '../exchanges/exchange-place.ts';
import { groupBy } from '../../../record/group-by.ts';
import { listed } from '../../phrase.ts';
import { seenBy, type CauseReading } from './model.ts';

/** Fewer, and of one kind, may be a parameter that is not looked at, or a page that stands for another. */
const FEWEST = 3;
const FEWEST_KINDS = 2;
/** So many of all that the cause rests on. */
const MOST_OF = 0.5;

/** Departures of one key, whatever was looked for: they rest on answers that were given before. */
const REPLAYED = 'replayed';

/** `Answers orders/list with the whole answer to the call before, which had another page`. */
export const replays: CauseReading = ({ own, all, exchanges }) => {
  if (own.every(isAccepted)) return undefined;
  const found = replayedBy(all, exchanges);
  if (found.length === 0) return undefined;
  const names = listed([...new Set(found.flatMap(({ other }) => other))].sort());
  const on = listed(
    operationsOf(
      found.map(({ one }) => one),
      exchanges,
    ),
  );
  return `Answers ${on} with the whole answer to the call before, which was sent with another ${names}`;
};

/** Who accepts what is to be refused answers as if something else had been asked, which may have been asked before: that alone shows nothing. */
function replayedBy(departures: readonly Departure[], exchanges: ExchangeIndex): readonly Pair[] {
  const found = replayedIn(seenBy(departures, exchanges), exchanges);
  const told = new Set(
    seenBy(
      departures.filter((one) => !isAccepted(one)),
      exchanges,
    ),
  );
  return found.some(({ one }) => told.has(one)) ? found : [];
}

function isAccepted({ did }: Departure): boolean {
  return did === 'accepted';
}

/** The key of what is wrong with pages that were given before, on whatever lists. */
export function keysOfReplays(
  departures: readonly Departure[],
  exchanges: ExchangeIndex,
): (departure: Departure) => string | undefined {
  const ofPages = departures.filter(({ check }) => fits(['page.*'], check.rule));
  const replayed = new Set(replayedBy(ofPages, exchanges).map(({ one }) => one));
  const isReplayed = (one: Departure): boolean => seenBy([one], exchanges).some((seen) => replayed.has(seen));
  // What was kept for longer shows on other pages of the list too.
  const lists = new Set(replayed.size === 0 ? [] : ofPages.filter(isReplayed).map(operationOf));
  return (one) =>
    one.layer === 'value' && lists.has(operationOf(one)) && fits(['page.*'], one.check.rule) ? REPLAYED : undefined;
}

/** Those of these reads that were answered as the one before was, where parameters differ that are looked at elsewhere. */
function replayedIn(seen: readonly Exchange[], exchanges: ExchangeIndex): readonly Pair[] {
  const reads = seen.filter(isRead);
  const same = reads.flatMap((one) => pairOf(one, lastRead(one, exchanges.all)) ?? []).filter(({ isSame }) => isSame);
  if (same.length < FEWEST) return [];
  const operations = operationsOf(reads, exchanges);
  const heeded = exchanges.all
    .filter((one) => isRead(one) && operations.includes(exchanges.operationOf(one) ?? ''))
    .flatMap((one) => pairOf(one, lastRead(one, exchanges.all)) ?? [])
    .filter(({ isSame }) => !isSame);
  // What is never looked at is another matter.
  const found = same.filter(({ other }) => heeded.some((pair) => pair.other.every((name) => other.includes(name))));
  const kinds = new Set(found.map(({ one }) => parametersOf(one).map(String).join(' ')));
  return found.length < FEWEST || kinds.size < FEWEST_KINDS || found.length < MOST_OF * reads.length ? [] : found;
}

interface Pair {
  readonly one: Exchange;
  /** Parameters in which it differs from the read before. */
  readonly other: readonly string[];
  readonly isSame: boolean;
}

function pairOf(one: Exchange, before: Exchange | undefined): Pair | undefined {
  const other = before === undefined ? [] : otherParameters(one, before);
  return before === undefined || other.length === 0 ? undefined : { one, other, isSame: isSameAnswer(one, before) };
}

function isRead({ request, response }: Exchange): boolean {
  return request.method === 'GET' && response?.status === 200;
}

const known = new WeakMap<readonly Exchange[], ReadonlyMap<Exchange, Exchange>>();

/** What was read last at the same path, in the order in which it was sent. */
function lastRead(one: Exchange, all: readonly Exchange[]): Exchange | undefined {
  const found = known.get(all) ?? lastReadsOf(all);
  known.set(all, found);
  return found.get(one);
}

function lastReadsOf(all: readonly Exchange[]): ReadonlyMap<Exchange, Exchange> {
  const found = new Map<Exchange, Exchange>();
  for (const own of groupBy(all.filter(isRead), (read) => `${versionOf(read)} ${pathOf(read)}`).values())
    own.toSorted((a, b) => a.at - b.at).reduce((before, one) => (found.set(one, before), one));
  return found;
}

/** What says who calls and how the answer is to be written does not ask for anything else. */
const NO_PARAMETERS = /^(?:accept.*|authorization|.*token.*|content-.*|host|user-agent|connection|traceparent|.*-id)$/;

export function parametersOf({ request }: Exchange): readonly (readonly [string, string])[] {
  return [
    ...new URL(request.url).searchParams,
    ...request.headers.filter(([name]) => !NO_PARAMETERS.test(name.toLowerCase())),
  ];
}

/** Names of those that the one has and the other not, or with another value. */
function otherParameters(one: Exchange, other: Exchange): readonly string[] {
  const [mine, its] = [new Map(parametersOf(one)), new Map(parametersOf(other))];
  return [...new Set([...mine.keys(), ...its.keys()])].filter((name) => mine.get(name) !== its.get(name));
}

/** To the second is what may differ. */
const OF_THE_MOMENT: readonly string[] = ['date', 'age', 'connection', 'keep-alive'];

function isSameAnswer({ response: one }: Exchange, { response: other }: Exchange): boolean {
  if (one === undefined || other === undefined || one.body !== other.body || one.body === '') return false;
  const told = (headers: typeof one.headers): string =>
    headers
      .filter(([name]) => !OF_THE_MOMENT.includes(name))
      .map(String)
      .sort()
      .join('\n');
  return told(one.headers) === told(other.headers);
}
