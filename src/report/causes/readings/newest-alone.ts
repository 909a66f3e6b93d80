/** Of several records below one path the newest alone: the others are not listed, or are gone once the next is made. */
import { answeredJson, sentJson } from '../exchanges/bodies.ts';
import type { Exchange } from '../../../record/exchange.ts';
import type { Departure } from '../departures/departure.ts';
import { endpointOf } from '../departures/departure-place.ts';
import { isServed } from '../exchanges/ends.ts';
import { operationAt, operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { caseOf, pathOf } from '../exchanges/exchange-place.ts';
import { leavesOf, listIn, newLeaves, recordsIn } from '../exchanges/parts-of-json.ts';
import { makingOf } from '../exchanges/unkept.ts';
import { listed } from '../../phrase.ts';
import { fits, type RulePattern } from '../../../record/rule-pattern.ts';
import { seenBy, type CauseReading } from './model.ts';

const OF_LISTS: readonly RulePattern[] = [
  'lifecycle.listed',
  'lifecycle.listed-earlier',
  'lifecycle.listed-later',
  'lifecycle.changed-listed',
];

const LISTED = 'newest listed alone';
const KEPT = 'newest kept alone';

/** `Lists the newest alone of several records on orders/list`; `Loses a record once another is made beside it, on orders/create: 404 on orders/read`. */
export const newestAlone: CauseReading = ({ own, exchanges }) => {
  const key = own[0]?.key ?? '';
  const seen = seenBy(own, exchanges);
  if (key.startsWith(LISTED))
    return `Lists the newest alone of several records on ${listed(operationsOf(seen, exchanges))}`;
  if (!key.startsWith(KEPT)) return undefined;
  const missed = seen.filter(({ response }) => response?.status === 404);
  const makings = missed.flatMap((one) => makingOf(one, exchanges) ?? []);
  return `Loses a record once another is made beside it, on ${listed(operationsOf(makings, exchanges))}: 404 on ${listed(operationsOf(missed, exchanges))}`;
};

/** The key of those that rest on such lists, or on such losses, alone. */
export function keysOfNewestAlone(
  departures: readonly Departure[],
  exchanges: ExchangeIndex,
): (departure: Departure) => string | undefined {
  const isOf = (of: (seen: Exchange) => boolean) => (one: Departure) => {
    const seen = seenBy([one], exchanges);
    return one.turns === undefined && seen.length > 0 && seen.every(of);
  };
  const made = departures.filter(({ check }) => fits(['http.made'], check.rule));
  const lost = new Set(made.filter(isOf((seen) => isLostToTheNext(seen, exchanges))));
  const reads = new Set(seenBy([...lost], exchanges).map((seen) => operationAt(seen, exchanges)));
  // What is made within another is lost to the next of it too.
  for (const one of made) if (isOf((seen) => reads.has(operationAt(seen, exchanges)))(one)) lost.add(one);
  const losing = new Set([...lost].map(endpointOf));
  const lists = departures.filter(({ check }) => fits(OF_LISTS, check.rule));
  const short = new Set(lists.filter(isOf((seen) => showsNewestAlone(seen, exchanges))));
  const shortOnes = new Set([...short].map(endpointOf));
  for (const one of lists)
    if (shortOnes.has(endpointOf(one)) && isOf((seen) => recordsIn(seen) === 1)(one)) short.add(one);
  return (one) => {
    const endpoint = endpointOf(one);
    if (lost.has(one)) return KEPT;
    if (!short.has(one)) return undefined;
    return losing.has(endpoint) ? KEPT : `${LISTED} ${endpoint}`;
  };
}

/** A record that is not there, beside which another was made since; of its kind some are found. */
function isLostToTheNext(missed: Exchange, exchanges: ExchangeIndex): boolean {
  const making = makingOf(missed, exchanges);
  if (making === undefined) return false;
  const own = exchanges.ofCase(caseOf(making));
  const since = own.slice(own.indexOf(making) + 1);
  const isNext = (one: Exchange): boolean =>
    one.request.method === 'POST' && one.at <= missed.at && isServed(one) && pathOf(one) === pathOf(making);
  const asked = exchanges.operationOf(missed);
  const isFound = (one: Exchange): boolean =>
    one.request.method === 'GET' && isServed(one) && exchanges.operationOf(one) === asked;
  return since.some(isNext) && exchanges.all.some(isFound);
}

function showsNewestAlone(list: Exchange, exchanges: ExchangeIndex): boolean {
  const answered = answeredJson(list);
  const records = answered === undefined ? [] : listIn(answered);
  if (records.length !== 1) return false;
  const own = exchanges.ofCase(caseOf(list));
  const shown = leavesOf(records[0]);
  const makings = own
    .slice(0, own.indexOf(list))
    .filter((one) => one.request.method === 'POST' && isServed(one) && pathOf(one) === pathOf(list));
  const isShown = (making: Exchange): boolean =>
    newLeaves(answeredJson(making), leavesOf(sentJson(making))).some((leaf) => shown.has(leaf));
  const newest = makings.at(-1);
  return makings.length > 1 && newest !== undefined && isShown(newest) && !makings.slice(0, -1).some(isShown);
}
