/** Reads of what is not there, for whatever reason, that are answered as if it were, with nothing of it. */
import type { Exchange } from '../../../record/exchange.ts';
import { fits, type RulePattern } from '../../../record/rule-pattern.ts';
import { answeredJson, sentJson } from '../exchanges/bodies.ts';
import { leavesOf } from '../exchanges/parts-of-json.ts';
import type { Departure } from '../departures/departure.ts';
import { versionOf } from '../departures/departure-place.ts';
import { isServed } from '../exchanges/ends.ts';
import { operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { caseOf } from '../exchanges/exchange-place.ts';
import { groupBy } from '../../../record/group-by.ts';
import { listed } from '../../phrase.ts';
import { distinct } from '../../words.ts';
import { seenBy, type CauseReading } from './model.ts';

const KEY = 'read of nothing';

/** What reads a record that was refused, that was deleted, or that nobody made. */
const OF_NOTHING: readonly RulePattern[] = [
  'input.no-trace-read',
  'lifecycle.gone',
  'lifecycle.unknown-id',
  'lifecycle.malformed-id',
  'lifecycle.near-id',
];

/** One of them alone has its own sentence, which says for which reason nothing is there. */
const FEWEST = 2;

/** `Answers a read of what is not there with 200 instead of 404, on orders/read`. */
export const readsOfNothing: CauseReading = ({ own, exchanges }) => {
  if (own[0]?.key.startsWith(KEY) !== true) return undefined;
  const statuses = (all: readonly (number | string | undefined)[]): string => distinct(all.map(String)).join(' or ');
  const seen = seenBy(own, exchanges);
  const was = statuses(seen.map(({ response }) => response?.status));
  const due = statuses(own.flatMap((one) => one.due ?? []));
  return `Answers a read of what is not there with ${was} instead of ${due}, on ${listed(operationsOf(seen, exchanges))}`;
};

/** The key of those that rest on such reads of one operation, where there are several kinds of them. */
export function keysOfNothingRead(
  departures: readonly Departure[],
  exchanges: ExchangeIndex,
): (one: Departure) => string | undefined {
  const about = departures.filter((one) => isOfNothing(one, exchanges));
  const keyOf = (one: Departure): string =>
    [KEY, versionOf(one), ...operationsOf(seenBy([one], exchanges), exchanges)].join(' ');
  const known = new Map(
    [...groupBy(about, keyOf)].flatMap(([key, own]) =>
      new Set(own.map(({ base }) => base)).size >= FEWEST ? own.map((one) => [one, key] as const) : [],
    ),
  );
  return (one) => known.get(one);
}

function isOfNothing(one: Departure, exchanges: ExchangeIndex): boolean {
  if (one.did !== 'accepted' || one.turns !== undefined || !fits(OF_NOTHING, one.base)) return false;
  const seen = seenBy([one], exchanges);
  return seen.length > 0 && seen.every((read) => isServed(read) && isEmptyRead(read, exchanges));
}

/** Whether a read shows nothing of what was sent before it: what is still shown was kept, which is another matter. */
function isEmptyRead(read: Exchange, exchanges: ExchangeIndex): boolean {
  if (read.request.method !== 'GET') return false;
  const sent = new Set(exchanges.ofCase(caseOf(read)).flatMap((one) => [...leavesOf(sentJson(one))]));
  return ![...leavesOf(answeredJson(read))].some((leaf) => sent.has(leaf));
}
