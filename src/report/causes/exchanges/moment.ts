/** When calls end badly, where nothing in them says why: beside another update of the record, while another write runs, or right after what was refused. */
import type { Exchange } from '../../../record/exchange.ts';
import { groupBy } from '../../../record/group-by.ts';
import { caseOf, pathOf, placeAt } from './exchange-place.ts';

/** So seldom at most it would be chance that all that failed had it. */
const BY_CHANCE = 0.01;
/** Fewer may be anything. */
const FEWEST = 2;

/**
 * In words that go on after what was called: `that are sent while another write runs`.
 * @param tried all that was sent to the service, whatever became of it
 */
export function momentOf(
  failed: readonly Exchange[],
  tried: readonly Exchange[],
  isRefused: IsRefused,
): string | undefined {
  return failed.length < FEWEST
    ? undefined
    : (ofOneRecord(failed, tried) ?? besideWrites(failed, tried) ?? afterRefusals(failed, tried, isRefused));
}

/** Fewer updates on either side may be so by what they bring. */
const FEWEST_UPDATES = 4;

/**
 * `that come after another update of the record`: where each of these updates had one before it that was served, and no update that was
 * served had one.
 * @param served updates of the same operations
 */
export function afterUpdates(failed: readonly Exchange[], served: readonly Exchange[]): string | undefined {
  const areEnough = [failed, served].every(({ length }) => length >= FEWEST_UPDATES);
  if (!areEnough || ![...failed, ...served].every(isUpdate)) return undefined;
  const places = groupBy(served, placeOf);
  const isLater = (one: Exchange): boolean =>
    places.get(placeOf(one))?.some((other) => other !== one && other.at <= one.at) === true;
  return failed.every(isLater) && !served.some(isLater) && new Set(failed.map(placeOf)).size >= FEWEST
    ? 'that come after another update of the record'
    : undefined;
}

function isUpdate({ request: { method } }: Exchange): boolean {
  return method === 'PATCH' || method === 'PUT';
}

function placeOf(one: Exchange): string {
  return placeAt(one, pathOf(one));
}

/** Whether an answer refuses what had to be refused: not every service says so by its status. */
export type IsRefused = (exchange: Exchange) => boolean;

/** Updates that are sent at once to one record, in one step. */
function ofOneRecord(failed: readonly Exchange[], tried: readonly Exchange[]): string | undefined {
  const updates = tried.filter(isUpdate);
  const together = new Set(
    [...groupBy(updates, (one) => `${caseOf(one)} ${one.step} ${pathOf(one)}`).values()]
      .filter(({ length }) => length > 1)
      .flat(),
  );
  return failed.every((one) => together.has(one)) &&
    isNoChance(together.size / updates.length, failed.length, failed.length)
    ? 'that are sent at once to one record'
    : undefined;
}

function besideWrites(failed: readonly Exchange[], tried: readonly Exchange[]): string | undefined {
  if (!failed.every(isWrite)) return undefined;
  const writes = tried.filter(isWrite);
  const beside = besideOthers(writes);
  return failed.every((one) => beside.has(one)) && isNoChance(beside.size / writes.length, failed.length, failed.length)
    ? 'that are sent while another write runs'
    : undefined;
}

/** Writes that began while another one was running. What took no time that can be told ran beside nothing. */
function besideOthers(writes: readonly Exchange[]): ReadonlySet<Exchange> {
  const inOrder = inTime(writes);
  let busy = inOrder[0];
  let until = -Infinity;
  const found = new Set<Exchange>();
  for (const one of inOrder) {
    if (until > one.at) {
      found.add(one);
      // Of two that began at once nobody knows which was there first.
      if (busy?.at === one.at) found.add(busy);
    }
    if (one.at + one.durationMs > until) {
      busy = one;
      until = one.at + one.durationMs;
    }
  }
  return found;
}

/** Calls that fail in a row, each row right after a refusal, whatever is asked. */
function afterRefusals(
  failed: readonly Exchange[],
  tried: readonly Exchange[],
  isRefused: IsRefused,
): string | undefined {
  const answeredSo = new Set(failed);
  // What was served when it was sent again had ended so before.
  const isFailed = (one: Exchange): boolean => answeredSo.has(one) || (one.attempts ?? 1) > 1;
  const pairs = inTime(tried.filter(({ failure }) => failure?.kind !== 'not-sent')).map(
    (one, index, all) => [all[index - 1], one] as const,
  );
  const after = pairs.flatMap(([last, one]) => (last === undefined || isFailed(last) ? [] : [{ last, one }]));
  const [firsts, others] = [after.filter(({ one }) => isFailed(one)), after.filter(({ one }) => !isFailed(one))];
  const refusedBefore = (all: typeof after): number => all.filter(({ last }) => isRefused(last)).length;
  if (
    firsts.length < FEWEST ||
    !isNoChance(refusedBefore(others) / others.length, refusedBefore(firsts), firsts.length)
  )
    return undefined;
  const isInRow = pairs.some(([last, one]) => last !== undefined && isFailed(last) && isFailed(one));
  return `that come right after one that was refused${isInRow ? ', several in a row' : ''}`;
}

/** Of so many at least it has to be: what was sent together is not always on record in its order. */
const MOST_OF = 0.75;

/** Whether so many of all would have by chance what so great a share of the others has: by Chernoff's bound. */
function isNoChance(share: number, having: number, all: number): boolean {
  const rate = having / all;
  if (rate < MOST_OF || rate <= share) return false;
  const against = rate === 1 ? 0 : (1 - rate) * Math.log((1 - rate) / (1 - share));
  return Math.exp(-all * (rate * Math.log(rate / share) + against)) <= BY_CHANCE;
}

function isWrite({ request: { method } }: Exchange): boolean {
  return ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method);
}

function inTime(all: readonly Exchange[]): readonly Exchange[] {
  return all.toSorted((one, other) => one.at - other.at);
}
