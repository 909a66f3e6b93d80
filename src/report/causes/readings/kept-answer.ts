/** Reads that stay as they were first, whatever is written afterwards: of whoever keeps answers, or sums. */
import type { Exchange } from '../../../record/exchange.ts';
import { answeredJson, sentJson } from '../exchanges/bodies.ts';
import { fits, type RulePattern } from '../../../record/rule-pattern.ts';
import { operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { endOf, isServedEnd } from '../exchanges/ends.ts';
import { caseOf, pathOf, versionOf } from '../exchanges/exchange-place.ts';
import { OF_LISTING } from '../departures/cause-table.ts';
import { membersIn } from '../departures/finding-place.ts';
import { groupBy } from '../../../record/group-by.ts';
import { leavesOf, newLeaves } from '../exchanges/parts-of-json.ts';
import { listed } from '../../phrase.ts';
import { seenBy, type CauseReading } from './model.ts';
import { parametersOf } from './replay.ts';

/** Fewer that follow nothing may be of records that are left out. */
const FEWEST = 3;
/** So many of them: what is kept for a while follows now and then. */
const MOST = 0.8;

const OF_LISTS: readonly RulePattern[] = [...OF_LISTING, 'page.*'];
/** What a page says of others is no matter of when it was made. */
const OF_PAGES: readonly RulePattern[] = ['page.headers', 'page.next', 'page.previous', 'page.size'];

/** `Answers orders/list as it was when it was read first: what is made, changed or deleted afterwards does not show`. */
export const keptLists: CauseReading = ({ own, all, exchanges }) => {
  if (!own.every(({ check }) => fits(OF_LISTS, check.rule)) || own.some(({ check }) => fits(OF_PAGES, check.rule)))
    return undefined;
  const operations = operationsOf(seenBy(all, exchanges).filter(isRead), exchanges);
  const versions = new Set(seenBy(all, exchanges).map(versionOf));
  const [operation, ...others] = operations;
  if (operation === undefined || others.length > 0) return undefined;
  const endpoint = operation.split('/')[0] ?? '';
  const ofVersion = exchanges.all.filter((one) => versions.has(versionOf(one)));
  const reads = ofVersion.filter((one) => isRead(one) && exchanges.operationOf(one) === operation);
  const writes = ofVersion.filter((one) => isWriteOf(one, endpoint, exchanges));
  const places = new Map(exchanges.all.map((one, place) => [one, place]));
  const groups = groupBy(writes, ({ group }) => group);
  // Within a group it is known what was sent first; of two groups, that something was written before each of the reads.
  const isBetween = (one: Exchange, next: Exchange): boolean =>
    groups
      .get(next.group)
      ?.some(
        (write) =>
          (places.get(write) ?? 0) < (places.get(next) ?? 0) &&
          (one.group !== next.group || (places.get(write) ?? 0) > (places.get(one) ?? 0)),
      ) === true;
  const pairs = [...groupBy(reads, addressOf).values()].flatMap((same) =>
    same.slice(1).flatMap((next, index) => {
      const one = same[index];
      return one !== undefined && isBetween(one, next) ? [one.response?.body === next.response?.body] : [];
    }),
  );
  const kept = pairs.filter(Boolean).length;
  if (kept < FEWEST || kept < MOST * pairs.length || !showsWhatWasMade(reads, writes)) return undefined;
  return `Answers ${operation} as it was when it was read first: what is made, changed or deleted afterwards does not show`;
};

/** What never shows anything that was made is another matter. */
function showsWhatWasMade(reads: readonly Exchange[], writes: readonly Exchange[]): boolean {
  const made = new Set(
    writes.flatMap((one) =>
      one.request.method === 'POST' ? newLeaves(answeredJson(one), leavesOf(sentJson(one))) : [],
    ),
  );
  return reads.some((one) => [...leavesOf(answeredJson(one))].some((leaf) => made.has(leaf)));
}

/** `Answers the amount of totals/read as it was when it was read first: 100.1 instead of 800.2`. */
export const keptSums: CauseReading = ({ own, exchanges }) => {
  const sights = own.flatMap((one) => one.sights);
  const [first] = sights;
  if (first === undefined || !own.every(({ check }) => fits(['lifecycle.sum-left'], check.rule))) return undefined;
  const isKept = ({ exchange }: typeof first): boolean => {
    const one = exchanges.get(exchange);
    const before = exchanges.all.find(
      (other) =>
        one !== undefined && caseOf(other) === caseOf(one) && isRead(other) && addressOf(other) === addressOf(one),
    );
    return before !== undefined && before !== one && before.response?.body === one?.response?.body;
  };
  if (!sights.every(isKept)) return undefined;
  const { where, actual, expected } = first.finding;
  const on = listed(operationsOf(seenBy(own, exchanges), exchanges));
  return `Answers ${membersIn(where).at(-1) ?? 'a sum'} on ${on} as it was when it was read first, whatever is made or deleted afterwards: ${actual} instead of ${expected}`;
};

function isRead(one: Exchange): boolean {
  return one.request.method === 'GET' && endOf(one) === '200';
}

function isWriteOf(one: Exchange, endpoint: string, { operationOf }: ExchangeIndex): boolean {
  return (
    ['POST', 'PUT', 'PATCH', 'DELETE'].includes(one.request.method) &&
    isServedEnd(endOf(one)) &&
    operationOf(one)?.split('/')[0] === endpoint
  );
}

/** With all that it asks for. */
function addressOf(one: Exchange): string {
  return [versionOf(one), pathOf(one), ...parametersOf(one).map(String).sort()].join(' ');
}
