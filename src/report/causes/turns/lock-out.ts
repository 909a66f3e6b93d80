/** Callers that are locked out: they are refused with one answer, whatever they bring, since others were refused before. */
import type { Exchange } from '../../../record/exchange.ts';
import type { Departure, LockOut } from '../departures/departure.ts';
import type { ExchangeIndex } from '../exchanges/exchange-index.ts';
import { groupBy } from '../../../record/group-by.ts';
import { answeredJson, sentJson } from '../exchanges/bodies.ts';
import { isRefused, isServed } from '../exchanges/ends.ts';
import { leavesOf, textsIn } from '../exchanges/parts-of-json.ts';

/** Kinds of good requests that have to be refused so, where nothing is served any more: of one, what is special about it may be why. */
const FEWEST_KINDS = 2;
const FEWEST_ROWS = 2;
/** Of what is served, one in so many at most comes after as many refusals. */
const RARELY = 4;

/** The same departures; those that rest on the answer to whoever is locked out have the lock with them, and one key. */
export function withLockOuts(departures: readonly Departure[], exchanges: ExchangeIndex): readonly Departure[] {
  const refused = departures.filter(
    ({ did, layer, sights }) => did === 'refused-good' && layer === 'status' && sights.length > 0,
  );
  const locks = new Map<string, Departure['turns']>();
  for (const [like, own] of groupBy(refused, ({ sights }) => sights[0]?.like ?? '')) {
    const [version = '', operation = '', end = ''] = like.split(' ');
    const tried = exchanges.all
      .filter((one) => one.response !== undefined && placeOf(one, exchanges) === `${version} ${operation}`)
      .toSorted((one, other) => one.at - other.at);
    const kinds = groupBy(own, (one) => answerOf(exchanges.get(one.sights[0]?.exchange ?? '')));
    for (const [answer, alike] of kinds) {
      const lock = lockOf(answer, tried, new Set(alike.map(({ base }) => base)).size);
      if (lock !== undefined)
        locks.set(`${version} ${operation} ${answer}`, {
          end,
          operations: [operation],
          by: 'calls',
          oneIn: 1,
          isAfterRefusal: true,
          lock,
        });
    }
  }
  if (locks.size === 0) return departures;
  return departures.map((one) => {
    const found = one.sights.map(({ exchange, operation }) =>
      locks.get(`${operation} ${answerOf(exchanges.get(exchange))}`),
    );
    const [turns] = found;
    return turns === undefined || found.includes(undefined) || one.layer === 'attendant' || one.layer === 'apart'
      ? one
      : {
          ...one,
          kind: 'finding',
          layer: 'status',
          key: `locked out ${turns.operations.join(' ')}`,
          was: turns.end,
          did: 'refused-good',
          turns,
        };
  });
}

function placeOf(exchange: Exchange, { operationOf }: ExchangeIndex): string {
  return `${exchange.service}@${exchange.spec} ${operationOf(exchange) ?? ''}`;
}

function answerOf(exchange: Exchange | undefined): string {
  return `${exchange?.response?.status ?? ''} ${exchange?.response?.body ?? ''}`;
}

/** @param kinds of good requests that had the answer */
function lockOf(answer: string, tried: readonly Exchange[], kinds: number): LockOut | undefined {
  const isLocked = (one: Exchange | undefined): boolean => answerOf(one) === answer;
  const first = tried.findIndex(isLocked);
  const [before, after] = [tried.slice(0, first), tried.slice(first)];
  const refused = before.filter(isRefused).length;
  if (first < 1 || !before.some(isServed) || refused === 0) return undefined;
  const [locked, good] = [tried.filter(isLocked), tried.filter(isServed)];
  if (haveOfTheirOwn(locked, good) || areForAValue(locked, good)) return undefined;
  if (!after.some(isServed))
    return kinds >= FEWEST_KINDS && after.filter(isLocked).length > kinds ? { after: refused, lasts: true } : undefined;
  const inRow = (index: number): number => {
    let count = 0;
    for (let at = index - 1; at >= 0; at -= 1) {
      const one = tried[at];
      if (one === undefined || isLocked(one) || !isRefused(one)) break;
      count += 1;
    }
    return count;
  };
  const rows = tried.flatMap((one, index) => (isLocked(one) && !isLocked(tried[index - 1]) ? [inRow(index)] : []));
  const served = tried.flatMap((one, index) => (isServed(one) ? [inRow(index)] : []));
  const least = Math.min(...rows);
  const isSo = served.filter((count) => count >= least).length * RARELY <= served.length;
  return rows.length >= FEWEST_ROWS && least > 0 && isSo ? { after: least, lasts: false } : undefined;
}

/** Whether all that were refused bring something that nobody brings who is served: that is why, whatever was refused before. */
function haveOfTheirOwn(locked: readonly Exchange[], served: readonly Exchange[]): boolean {
  const others = new Set(served.flatMap(broughtBy));
  return broughtBy(locked[0]).some((part) => !others.has(part) && locked.every((one) => broughtBy(one).includes(part)));
}

/** Whether the answer names a member that each of these brought, with values that nobody brings who is served: they are why. */
function areForAValue(locked: readonly Exchange[], served: readonly Exchange[]): boolean {
  const said = locked.slice(0, 1).flatMap((one) => textsIn(answeredJson(one)));
  const words = new Set(said.flatMap((text) => text.split(/[^\w-]+/)));
  const named = (one: Exchange): readonly string[] =>
    [...leavesOf(sentJson(one))].filter((leaf) => words.has(leaf.split(' ')[0] ?? ''));
  const others = new Set(served.flatMap(named));
  return locked.every((one) => named(one).some((leaf) => !others.has(leaf)));
}

function broughtBy(exchange: Exchange | undefined): readonly string[] {
  if (exchange === undefined) return [];
  const { url, headers, body } = exchange.request;
  return [
    ...(url.includes('?') ? ['a query'] : []),
    ...(body === undefined ? [] : ['a body']),
    ...headers.map(([name]) => name.toLowerCase()),
  ];
}
