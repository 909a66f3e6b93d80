/**
 * Requests that are alike and end in two ways: by turns, as of two nodes of which one is another, or by record. What ends so on an
 * operation is one cause, whatever was tried with it.
 */
import type { Exchange } from '../../../record/exchange.ts';
import { defined } from '../../../record/defined.ts';
import { HIDDEN, MASK } from '../../../record/mask.ts';
import { fits, type RulePattern } from '../../../record/rule-pattern.ts';
import { comesAfterRefusal, isSeenAfterRefusals } from './after-refusal.ts';
import { blank, type Departure, type JudgedReport, type Turns } from '../departures/departure.ts';
import type { ExchangeIndex } from '../exchanges/exchange-index.ts';
import { endOf, isBadEnd, isRefusedEnd, isServedEnd } from '../exchanges/ends.ts';
import { widened } from './ends-everywhere.ts';
import { exchangeKey } from '../../exchange-key.ts';
import { caseOf, withoutHost } from '../exchanges/exchange-place.ts';
import { groupBy } from '../../../record/group-by.ts';
import { goodOnes, isOfSetupStep, placeOf, toBeRefused } from '../departures/good-requests.ts';
import {
  KEPT,
  lackedIn,
  LOST,
  outcomesOf,
  formOf,
  isPartly,
  shows,
  showsOtherwiseNamed,
  type OutcomeOf,
  type Outcomes,
} from '../exchanges/outcomes.ts';
import { memberRefused, refusedLikewise } from '../exchanges/member-refused.ts';
import { saidByAll } from '../exchanges/said.ts';
import { areLonger, memberSent } from '../exchanges/sent-traits.ts';
import { takenIn } from '../exchanges/taken-in.ts';
import { areTurns, FEWEST_TURNS } from './turn-counts.ts';
import { inOneSentence } from './in-one-sentence.ts';
import { unknownAtTimes } from './unknown-at-times.ts';

/** By what answers of an operation end so: `library@1.0 books/create 400`. */
export type TurnsFound = ReadonlyMap<string, Turns>;

export interface SeenTurns {
  readonly found: TurnsFound;
  readonly of: OutcomeOf;
}

export function turnsOf(departures: readonly Departure[], report: JudgedReport, exchanges: ExchangeIndex): SeenTurns {
  // Where nothing went wrong nobody asks for it.
  if (departures.length === 0 && !report.checks.some(({ verdict }) => verdict === 'inconclusive'))
    return { found: new Map(), of: endOf };
  const refused = toBeRefused(report);
  const isBelieved = !departures.some(({ check }) => fits(BELIES_READS, check.rule));
  const outcomes = outcomesOf(exchanges.all, (one) => !refused.has(caseOf(one)), isBelieved);
  const found = joined(turnsIn(departures, report, exchanges, outcomes));
  const failing = refusedGood(departures);
  const again = servedAgain(exchanges, outcomes.of);
  const unknown = unknownAtTimes(
    exchanges,
    outcomes.of,
    (one) => !refused.has(caseOf(one)),
    (one) => isMeant(one, failing, again, outcomes.of),
  );
  return { found: widened(new Map([...found, ...unknown]), exchanges), of: outcomes.of };
}

/** Whoever knows no member refuses it and does not show it. */
function joined(found: TurnsFound): TurnsFound {
  const all = [...found];
  return new Map(
    all.map(([like, of]) => {
      const lacked = lackedIn(of.end);
      const refusing = all.find(
        ([other, { member }]) => versionIn(other) === versionIn(like) && lacked.length === 1 && lacked[0] === member,
      );
      return [like, refusing?.[1] ?? of];
    }),
  );
}

/** Where one of these fails, what a read shows proves nothing of what was written. */
const BELIES_READS: readonly RulePattern[] = [
  'lifecycle.same-record',
  'lifecycle.same-record-changed',
  'lifecycle.made-apart',
  'method.safe',
  'method.safe-unread',
];

/** So many times as one is due, none at all is no chance. */
const SURELY = 4;
/** A change for good is one, and one that is taken back two. */
const FEWEST_SWITCHES = 3;

function turnsIn(
  departures: readonly Departure[],
  report: JudgedReport,
  exchanges: ExchangeIndex,
  outcomes: Outcomes,
): ReadonlyMap<string, Turns> {
  const outcome = outcomes.of;
  const failing = refusedGood(departures);
  const again = servedAgain(exchanges, outcome);
  const good = goodOnes(report, exchanges, outcome, again);
  const isServed = servedBy(outcome);
  const byOperation = groupBy(
    good.filter((exchange) => exchanges.operationOf(exchange) !== undefined),
    (exchange) => operationOf(exchange, exchanges),
  );
  const found = [...byOperation].flatMap(([operation, all]) => {
    const ends = new Set(all.flatMap((one) => outcome(one) ?? []).filter((end) => end !== LOST && isTold(end)));
    return [...ends].flatMap((end) => {
      const like = `${operation} ${end}`;
      // A record that has no such member shows nothing of it.
      const showing = all.filter((one) => outcome(one) === end || shows(one, lackedIn(end)));
      // What stands there under another name is not left out.
      if (showing.some((one) => outcome(one) === end && showsOtherwiseNamed(one, lackedIn(end)))) return [];
      const share = shareOf(showing, end, outcome, (one) => isMeant(one, failing, again, outcome));
      return share === undefined ? [] : [{ like, operation, end, ...share }];
    });
  });
  found.push(...lostInTurn(byOperation, outcomes));
  const plain = new Set(
    departures.flatMap(({ base, sights }) =>
      base === 'outcome.accepted' ? sights.map(({ exchange }) => exchange) : [],
    ),
  );
  const isPlain = (one: Exchange): boolean => isOfSetupStep(one) || plain.has(exchangeKey(one));
  // What is unusual is good too where it is refused so.
  const meantSo = groupBy(
    [...new Set([...good.filter((one) => isMeant(one, failing, again, outcome)), ...seenAmong(exchanges, failing)])],
    (one) => operationOf(one, exchanges),
  );
  for (const end of new Set(departures.filter(isOfGood).flatMap(({ was = '' }) => (isRefusedEnd(was) ? was : []))))
    for (const one of inOneSentence(meantSo, end, outcome, isPlain))
      if (!found.some(({ like }) => like === `${one.operation} ${end}`))
        found.push({ ...one, end, like: `${one.operation} ${end}`, isPartial: false });
  // What comes by turns on several operations does so on others too, where less was tried.
  const wide = [...groupBy(found, ({ operation, end }) => `${versionIn(operation)} ${end}`)].flatMap(([key, own]) =>
    own.length < FEWEST_TURNS ? [] : [key],
  );
  const likes = new Set(departures.filter(isOfGood).flatMap(({ sights }) => sights.map(({ like }) => like)));
  for (const like of likes) {
    const [version = '', name = '', end = ''] = like.split(' ');
    if (wide.includes(`${version} ${end}`) && !found.some((one) => one.like === like))
      found.push({ like, operation: `${version} ${name}`, end, failed: [], served: [], isPartial: false });
  }
  const refused = toBeRefused(report);
  const meant = exchanges.all.filter((one) => !refused.has(caseOf(one)));
  for (const { failed, end } of found.slice())
    for (const operation of new Set(refusedLikewise(failed, meant).map((one) => operationOf(one, exchanges))))
      if (
        byOperation.get(operation)?.some(isServed) === true &&
        !found.some((one) => one.like === `${operation} ${end}`)
      )
        found.push({ like: `${operation} ${end}`, operation, end, failed: [], served: [], isPartial: true });
  const late = (operations: ReadonlySet<string>): number =>
    good.filter((one) => outcomes.isShownLate(one) && operations.has(operationOf(one, exchanges))).length;
  const alike = groupBy(found, ({ operation, end }) => `${versionIn(operation)} ${end}`);
  return new Map(
    [...alike.values()].flatMap((own) => {
      const [first] = own;
      if (first === undefined) return [];
      const [failed, served] = [own.flatMap((one) => one.failed), own.flatMap((one) => one.served)];
      const oneIn = oneInOf([...failed, ...served], isServed);
      const operations = new Set(own.map(({ operation }) => operation));
      const others = good.filter((one) => operations.has(operationOf(one, exchanges)) && isServed(one));
      const member = memberRefused(failed);
      // What is refused for its length looks like what is served, but for that.
      if (areLonger(failed, served, member)) return [];
      const of: Turns = {
        end: first.end,
        operations: [...operations].map(nameIn).filter(isNamed).sort(),
        by: isByRecord(failed, first.end, exchanges, outcome) ? 'records' : 'calls',
        oneIn,
        where: own.every(({ isPartial }) => isPartial) ? memberSent(failed, others, SURELY * oneIn, member) : undefined,
        ...defined({ member, said: saidByAll(failed) }),
        ...(first.end === LOST && late(operations) >= FEWEST_TURNS ? { isLate: true } : {}),
        isAfterRefusal:
          departures.some((one) => isSeenAfterRefusals(one, own)) ||
          comesAfterRefusal(
            failed,
            served,
            exchanges.all.filter((one) => operations.has(operationOf(one, exchanges))),
            (one) => operationOf(one, exchanges),
          ),
      };
      return own.map(({ like }) => [like, of] as const);
    }),
  );
}

/** Those that are seen to fail with what has to be served. */
function refusedGood(departures: readonly Departure[]): ReadonlySet<string> {
  return new Set(departures.filter(isOfGood).flatMap(({ sights }) => sights.map(({ exchange }) => exchange)));
}

function isOfGood({ did, kind, isOdd }: Departure): boolean {
  return did === 'refused-good' || (kind === 'breakdown' && isOdd === false);
}

/** What is refused counts where it was set up, or is told: a request may look like a good one and not be meant so. */
function isMeant(
  exchange: Exchange,
  failing: ReadonlySet<string>,
  again: ReadonlySet<string>,
  outcome: OutcomeOf,
): boolean {
  const key = exchangeKey(exchange);
  return !isBadEnd(outcome(exchange)) || isOfSetupStep(exchange) || failing.has(key) || again.has(key);
}

function seenAmong({ all }: ExchangeIndex, keys: ReadonlySet<string>): readonly Exchange[] {
  return all.filter((one) => keys.has(exchangeKey(one)));
}

/** What is refused and served later, at the same place, had nothing in its way. */
function servedAgain(exchanges: ExchangeIndex, outcome: OutcomeOf): ReadonlySet<string> {
  const isServed = servedBy(outcome);
  const last = new Map<string, number>();
  for (const [index, one] of exchanges.all.entries()) if (isServed(one)) last.set(sameOf(one), index);
  return new Set(
    exchanges.all.flatMap((one, index) =>
      isShown(one) && (last.get(sameOf(one)) ?? -1) > index ? [exchangeKey(one)] : [],
    ),
  );
}

/** Whether all of a body is on record: of what is masked in two of them nobody knows whether it is the same. */
function isShown({ request: { body = '' } }: Exchange): boolean {
  return !body.includes(MASK) && !body.includes(HIDDEN);
}

/** What is set up is always the same, whatever is tried: it says best how often. */
function oneInOf(all: readonly Exchange[], isServed: IsServed): number {
  const setUp = all.filter(isOfSetupStep);
  const shown = setUp.some(isServed) && setUp.filter((one) => !isServed(one)).length >= FEWEST_TURNS ? setUp : all;
  return Math.max(2, Math.round(shown.length / shown.filter((one) => !isServed(one)).length));
}

interface Share {
  readonly failed: readonly Exchange[];
  readonly served: readonly Exchange[];
  /** Whether only some of the good requests can end so. */
  readonly isPartial: boolean;
}

function shareOf(
  all: readonly Exchange[],
  end: string,
  outcome: OutcomeOf,
  isMeantSo: (one: Exchange) => boolean,
): Share | undefined {
  const isServed = servedBy(outcome);
  const classes = [...groupBy(all, alikeness).values()].map((own) => own.filter(isMeantSo));
  const mixed = classes.filter((own) => isMixed(own, end, outcome));
  if (mixed.length === 0) return undefined;
  const own = mixed.flat();
  const failed = own.filter((one) => outcome(one) === end);
  const served = own.filter(isServed);
  // How often it ends so is seen of all that are alike: what is served is counted whatever was meant by it, too.
  const likes = new Set(own.map(alikeness));
  const ended = all.filter((one) => outcome(one) === end && likes.has(alikeness(one)));
  if (failed.length < FEWEST_TURNS || !areTurns(ended.length, served.length)) return undefined;
  // What is taken is so for what others brought before.
  if (failed.every((one) => takenIn(one) !== undefined)) return undefined;
  const isPartial =
    end !== LOST &&
    classes.some(
      (others) =>
        !mixed.includes(others) &&
        others.filter(isServed).length >= FEWEST_TURNS &&
        !others.some((one) => outcome(one) === end),
    );
  return { failed, served, isPartial };
}

/**
 * Updates that are lost on some operations, where on one of them a member is lost at one time and kept at another: were
 * it for what they say, it would end alike.
 */
function lostInTurn(
  byOperation: ReadonlyMap<string, readonly Exchange[]>,
  { of: outcome, missedBy, changedBy }: Outcomes,
): readonly (Share & { readonly like: string; readonly operation: string; readonly end: string })[] {
  const seen = [...byOperation].flatMap(([operation, all]) => {
    const served = all.filter((one) => outcome(one)?.endsWith(KEPT) === true);
    // A service may refuse with the status of a success: such an answer has other members.
    const forms = new Set(served.map(formOf));
    const failed = all.filter((one) => outcome(one) === LOST && forms.has(formOf(one)));
    return failed.length === 0 ? [] : [{ operation, failed, served, all }];
  });
  return [...groupBy(seen, ({ operation }) => versionIn(operation)).values()].flatMap((own) => {
    const isInTurn = own.some(({ failed, served }) => {
      const names = new Set(failed.flatMap(missedBy));
      return served.some((one) => changedBy(one).some((name) => names.has(name)));
    });
    const writes = own.flatMap(({ all, failed, served }) =>
      all.filter((one) => failed.includes(one) || served.includes(one)),
    );
    return isInTurn && switchesIn(writes, outcome) >= FEWEST_SWITCHES
      ? own.map(({ operation, failed, served }) => ({
          operation,
          failed,
          served,
          end: LOST,
          like: `${operation} ${LOST}`,
          isPartial: false,
        }))
      : [];
  });
}

/** Whether requests that are alike are served and end so again and again. */
function isMixed(own: readonly Exchange[], end: string, outcome: OutcomeOf): boolean {
  const isServed = servedBy(outcome);
  const inOrder = own
    .map((one, index) => ({ one, index }))
    .sort((a, b) => a.one.at - b.one.at || a.index - b.index)
    .flatMap(({ one }) => (outcome(one) === end || isServed(one) ? [one] : []));
  if (switchesIn(inOrder, outcome) < FEWEST_SWITCHES) return false;
  // What is refused when it is asked for first is a matter of order.
  const byPlace = [...groupBy(inOrder, ({ request }) => request.url).values()];
  return (
    !byPlace.some((all) => all.length > 1 && all.some((one) => outcome(one) === end)) ||
    byPlace.some((all) => {
      const firstServed = all.findIndex(isServed);
      const lastBad = all.findLastIndex((one) => outcome(one) === end);
      return lastBad > firstServed || firstServed < 0;
    })
  );
}

function switchesIn(inOrder: readonly Exchange[], outcome: OutcomeOf): number {
  const isServed = servedBy(outcome);
  return inOrder.filter((one, index) => {
    const before = inOrder[index - 1];
    return before !== undefined && isServed(before) !== isServed(one);
  }).length;
}

/** Whether what is read ends always alike, whenever it is read again. */
function isByRecord(failed: readonly Exchange[], end: string, exchanges: ExchangeIndex, outcome: OutcomeOf): boolean {
  const isServed = servedBy(outcome);
  if (failed.some(({ request }) => request.method !== 'GET')) return false;
  const broken = new Set(failed.map(({ request }) => request.url));
  const reads = exchanges.all.filter(
    (one) => one.request.method === 'GET' && broken.has(one.request.url) && (outcome(one) === end || isServed(one)),
  );
  const again = [...groupBy(reads, ({ request }) => request.url).values()].filter((all) => all.length > 1);
  return again.length >= FEWEST_TURNS && again.every((all) => all.every((one) => outcome(one) === end));
}

type IsServed = (exchange: Exchange) => boolean;

function servedBy(outcome: OutcomeOf): IsServed {
  return (exchange) => isServedEnd(outcome(exchange));
}

/** Refused for no reason of the request, not done, or shown in part. */
function isTold(end: string): boolean {
  return (isBadEnd(end) && end !== '429') || end === LOST || isPartly(end);
}

/** What is alike in requests that differ by what is new each time. */
function alikeness(exchange: Exchange): string {
  const { method, url, body = '' } = exchange.request;
  const path = withoutHost(url)
    .split('/')
    .map((segment) => (/\d/.test(segment) ? '*' : segment))
    .join('/');
  const isSetUp = method !== 'GET' && isOfSetupStep(exchange);
  return [String(isSetUp), method, path, blank(body.replace(/:\s*"[a-z0-9]{6,}"/g, ':·'))].join(' ');
}

function operationOf(exchange: Exchange, exchanges: ExchangeIndex): string {
  return `${exchange.service}@${exchange.spec} ${exchanges.operationOf(exchange) ?? ''}`;
}

/** What is sent, where and how. */
function sameOf(exchange: Exchange): string {
  const { method, headers, body = '' } = exchange.request;
  return [placeOf(exchange), method, ...headers.map(String), body].join(' ');
}

export function versionIn(operation: string): string {
  return operation.split(' ')[0] ?? '';
}

function nameIn(operation: string): string {
  return operation.split(' ')[1] ?? '';
}

/** What is sent within a longer case to a place that nothing else is sent to is of no operation that is known. */
function isNamed(operation: string): boolean {
  return operation !== '';
}

export function likeOf(exchange: Exchange, exchanges: ExchangeIndex, outcome: OutcomeOf): string {
  return `${operationOf(exchange, exchanges)} ${outcome(exchange) ?? ''}`;
}
