/** Records that are not found when they are read first and are shown at the next read, or are not found for a moment after they were made. */
import type { Exchange } from '../../../record/exchange.ts';
import { exchangeKey } from '../../exchange-key.ts';
import { groupBy } from '../../../record/group-by.ts';
import { listed } from '../../phrase.ts';
import type { Departure, Turns } from '../departures/departure.ts';
import { versionOf as versionIn } from '../departures/departure-place.ts';
import { asReading, restsOn } from '../departures/reading-habit.ts';
import { isServed } from '../exchanges/ends.ts';
import { operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { plainPath, versionOf } from '../exchanges/exchange-place.ts';
import { madeAt } from '../exchanges/made-at.ts';

/** Fewer may be so for another reason. */
const FEWEST = 3;

interface Way {
  readonly says: string;
  /** By their keys. */
  readonly reads: ReadonlySet<string>;
  readonly operations: readonly string[];
}

const GONE = '404';

/**
 * The same departures; those that rest on such first reads alone, or come by turns as these seem to, have one key.
 * @param isMeant whether it is to be served
 */
export function withFirstReads(
  departures: readonly Departure[],
  exchanges: ExchangeIndex,
  isMeant: (exchange: Exchange) => boolean,
): readonly Departure[] {
  if (!departures.some(({ was }) => was === GONE)) return departures;
  const ways = new Map(
    [...groupBy(exchanges.all, versionOf)].flatMap(([version, own]) => {
      const way = wayOf(own, exchanges) ?? wayOfMoment(own.filter(isMeant), exchanges);
      return way === undefined ? [] : [[version, way] as const];
    }),
  );
  return departures.map((one): Departure => {
    const { turns, ...rest } = one;
    const way = ways.get(versionIn(one));
    const isSo = way !== undefined && (turns === undefined ? restsOn(one, way.reads) : isOfTurns(turns, way));
    if (!isSo || one.layer === 'apart' || one.layer === 'attendant') return one;
    return asReading(rest, {
      key: 'not found at first',
      says: way.says,
      did: 'refused-good',
    });
  });
}

/** Whether calls that seem to end so by turns are such reads; others may be of what was not there for them. */
function isOfTurns({ end, operations }: Turns, way: Way): boolean {
  return end === GONE && operations.some((operation) => way.operations.includes(operation));
}

/** The first reads of what was made, and below it, where none of what was made is found at first that the next one finds. */
function wayOf(own: readonly Exchange[], exchanges: ExchangeIndex): Way | undefined {
  const made = new Set(own.flatMap((one) => madeAt(one) ?? []));
  const reads = groupBy(
    own.filter((one) => one.request.method === 'GET' && isOfStore(one)),
    plainPath,
  );
  const first = [...reads].flatMap(([path, [one, next]]) => {
    const isMade = made.has(path);
    const isBelow = isMade || [...path.matchAll(/\//g)].some(({ index }) => made.has(path.slice(0, index)));
    return one !== undefined && isBelow ? [{ one, isMade, isShownNext: next !== undefined && isServed(next) }] : [];
  });
  const isMissed = ({ one }: (typeof first)[number]): boolean => one.response?.status === 404;
  const ofMade = first.filter(({ isMade }) => isMade);
  // Each operation may ask another store.
  const late = [...groupBy(ofMade, ({ one }) => exchanges.operationOf(one))].flatMap(([operation, some]) =>
    some.every(isMissed) && some.filter(({ isShownNext }) => isShownNext).length >= FEWEST ? [operation] : [],
  );
  if (late.length === 0) return undefined;
  const isOfAll = ofMade.every(isMissed);
  const all = first
    .filter((read) => isMissed(read) && (isOfAll || (read.isMade && late.includes(exchanges.operationOf(read.one)))))
    .map(({ one }) => one);
  const operations = operationsOf(all, exchanges);
  return {
    says: `Refuses with 404 the first read of a record, and shows it at the next, on ${listed(operations)}`,
    reads: new Set(all.map(exchangeKey)),
    operations,
  };
}

/** So seldom at most it would be chance that a record is not found at first and always found afterwards. */
const BY_CHANCE = 0.01;

/** Reads soon after a record was made, where each that is not found at one time is found at every later one. */
function wayOfMoment(own: readonly Exchange[], exchanges: ExchangeIndex): Way | undefined {
  const made = groupBy(own, (one) => madeAt(one) ?? '');
  const asked = groupBy(
    own.filter((one) => one.request.method === 'DELETE' || (one.request.method === 'GET' && isOfStore(one))),
    plainPath,
  );
  const records = [...asked].flatMap(([path, all]) => {
    const [by, ...others] = path === '' ? [] : (made.get(path) ?? []);
    if (by === undefined || others.length > 0) return [];
    const inOrder = all.toSorted((one, other) => one.at - other.at);
    const gone = inOrder.findIndex(({ request }) => request.method === 'DELETE');
    const reads = gone < 0 ? inOrder : inOrder.slice(0, gone);
    return [{ by, reads, missed: reads.filter((one) => !isServed(one)) }];
  });
  const late = records.filter(({ reads, missed }) => missed.length > 0 && missed.length < reads.length);
  const isInOrder = late.every(({ reads, missed }) =>
    reads.slice(0, missed.length).every((one) => missed.includes(one)),
  );
  const chance = late.reduce((product, { reads, missed }) => product / orders(reads.length, missed.length), 1);
  if (late.length < FEWEST || !isInOrder || chance > BY_CHANCE) return undefined;
  const lag = Math.max(...late.flatMap(({ by, missed }) => missed.map(({ at }) => at - by.at)));
  // Of what nobody asked for again it is known how soon that was.
  const all = records.flatMap(({ by, missed }) => missed.filter(({ at }) => at - by.at <= lag));
  const operations = operationsOf(all, exchanges);
  return {
    says: `Refuses with 404 reads of a record for a moment after it was made, and shows it later, on ${listed(operations)}`,
    reads: new Set(all.map(exchangeKey)),
    operations,
  };
}

/** In how many orders so many of all can come. */
function orders(all: number, some: number): number {
  return Array.from({ length: some }).reduce<number>(
    (product, _one, index) => (product * (all - index)) / (index + 1),
    1,
  );
}

/** Whether it says if a record is there: who may not read it learns nothing. */
function isOfStore(one: Exchange): boolean {
  return isServed(one) || one.response?.status === 404;
}
