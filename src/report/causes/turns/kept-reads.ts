/** Reads that show, word for word, what they showed before a change: of a cache that the change does not clear. What was not read before is right. */
import { answeredJson, sentJson } from '../exchanges/bodies.ts';
import type { Exchange } from '../../../record/exchange.ts';
import { isMap, sameJson, type Json } from '../../../record/json.ts';
import { exchangeKey } from '../../exchange-key.ts';
import { groupBy } from '../../../record/group-by.ts';
import { listed } from '../../phrase.ts';
import type { Departure } from '../departures/departure.ts';
import { versionOf as versionIn } from '../departures/departure-place.ts';
import { asReading, restsOn } from '../departures/reading-habit.ts';
import { isServed } from '../exchanges/ends.ts';
import { operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { caseOf, groupOf, pathOf, versionOf } from '../exchanges/exchange-place.ts';
import { LOST } from '../exchanges/outcomes.ts';
import { membersOf } from '../exchanges/parts-of-json.ts';

/** One alone may be what it is for another reason. */
const FEWEST = 2;

const CHANGES: readonly string[] = ['PATCH', 'PUT', 'DELETE'];

/** A change of a record, and the answer that showed it next, with the one before. */
interface Seen {
  readonly write: Exchange;
  readonly next: Exchange;
  readonly before: Exchange | undefined;
  /** What showed it first, by whatever call. */
  readonly sooner: Exchange;
}

interface Way {
  readonly says: string;
  /** By their keys. */
  readonly reads: ReadonlySet<string>;
  /** Those that make the changes. */
  readonly writes: readonly string[];
}

/** The same departures; those that rest on such reads alone, or are of changes that seem to be lost by turns, have one key. */
export function withKeptReads(departures: readonly Departure[], exchanges: ExchangeIndex): readonly Departure[] {
  const about = departures.filter((one) => one.turns?.end === LOST || isOfValues(one));
  if (about.length === 0) return departures;
  const failing = new Set(about.flatMap(({ sights }) => sights.map(({ exchange }) => exchange)));
  const ways = new Map(
    [...groupBy(exchanges.all, versionOf)].flatMap(([version, own]) => {
      const found = waysOf(own, failing, exchanges);
      return found.length === 0 ? [] : [[version, found] as const];
    }),
  );
  if (ways.size === 0) return departures;
  return departures.map((one): Departure => {
    const { turns, ...rest } = one;
    const way = ways.get(versionIn(one))?.find((each) => isOf(one, each));
    return way === undefined
      ? one
      : asReading(rest, { key: `read before: ${way.says}`, says: way.says, did: undefined });
  });
}

function isOf(one: Departure, { reads, writes }: Way): boolean {
  if (one.turns === undefined) return isOfValues(one) && restsOn(one, reads);
  return one.turns.end === LOST && one.turns.operations.every((operation) => writes.includes(operation));
}

function isOfValues({ kind, layer, turns, habit }: Departure): boolean {
  return kind === 'finding' && layer === 'value' && turns === undefined && habit?.of !== 'reading';
}

/** One of each operation that reads so. @param failing keys of what checks depart in */
function waysOf(own: readonly Exchange[], failing: ReadonlySet<string>, exchanges: ExchangeIndex): readonly Way[] {
  const seen = [...groupBy(own, groupOf).values()].flatMap(changesIn);
  const byWrite = groupBy(seen, ({ write }) => exchanges.operationOf(write) ?? '');
  const kept = [...byWrite.values()].flatMap((all) => {
    const again = all.filter(
      ({ next, before }) => before !== undefined && before.response?.body === next.response?.body,
    );
    const departing = again.filter(({ next }) => failing.has(exchangeKey(next)));
    const isFollowed = all.some(
      ({ next, before }) => before !== undefined && before.response?.body !== next.response?.body,
    );
    // Where nothing shows that the change was made, it may not have been.
    const isMade = all.some((one) => one.before === undefined && isShown(one, own));
    return departing.length > 0 && !isFollowed && isMade ? [departing] : [];
  });
  return [...groupBy(kept.flat(), ({ next }) => exchanges.operationOf(next) ?? '').values()].flatMap((all) => {
    const reads = all.map(({ next }) => next);
    if (new Set(reads).size < FEWEST) return [];
    const writes = operationsOf(
      all.map(({ write }) => write),
      exchanges,
    );
    const on = listed(operationsOf(reads, exchanges));
    const says = `Still shows on ${on} what was read before ${listed(writes)} changed it; what was not read before is shown as it is`;
    return [{ says, reads: new Set(reads.map(exchangeKey)), writes }];
  });
}

/** Every change that was done in a group, with what showed its record next. */
function changesIn(own: readonly Exchange[]): readonly Seen[] {
  return own.flatMap((write, place): readonly Seen[] => {
    if (!CHANGES.includes(write.request.method) || !isServed(write)) return [];
    const path = pathOf(write);
    const isOfRecord = (one: Exchange): boolean =>
      isServed(one) && (pathOf(one) === path || path.startsWith(`${pathOf(one)}/`)) && isMap(answeredJson(one));
    const isRead = (one: Exchange): boolean => one.request.method === 'GET' && isOfRecord(one);
    const later = own.slice(place + 1).filter(isOfRecord);
    const next = later.find(isRead);
    if (next === undefined) return [];
    // Its own answer to a later write may show the record sooner.
    const sooner = later.find((one) => isRead(one) || membersOf(answeredJson(one)).has(lastOf(path)));
    return [
      {
        write,
        next,
        sooner: sooner ?? next,
        before: own.slice(0, place).findLast((one) => isRead(one) && pathOf(one) === pathOf(next)),
      },
    ];
  });
}

/** Whether an answer shows what a change was to make of the record. */
function isShown({ write, next, sooner }: Seen, own: readonly Exchange[]): boolean {
  const shown = membersOf(answeredJson(write.request.method === 'DELETE' ? sooner : next));
  if (write.request.method === 'DELETE') {
    const name = lastOf(pathOf(write));
    const isThere = own.some(
      (one) => isSomething(membersOf(sentJson(one)).get(name)) && groupOf(one) === groupOf(write),
    );
    return isThere && !isSomething(shown.get(name));
  }
  const made = own.filter((one) => one.request.method === 'POST' && caseOf(one) === caseOf(write)).map(sentJson);
  const isNew = (name: string, value: Json): boolean =>
    isSomething(value) &&
    !isMap(value) &&
    shown.has(name) &&
    !made.some((body) => sameJson(firstNamed(body, name), value));
  const sent = [...membersOf(sentJson(write))].filter(([name, value]) => isNew(name, value));
  return sent.length > 0 && sent.every(([name, value]) => sameJson(shown.get(name), value));
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Some creates take lists. */
function firstNamed(body: Json | undefined, name: string): Json | undefined {
  return membersOf(Array.isArray(body) ? (body as readonly Json[])[0] : body).get(name);
}

function isSomething(value: Json | undefined): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return value !== undefined && value !== null;
}
