/**
 * A service that is away for moments: a few of its many answers say so (502, 503, 504), on operations and for requests that have
 * nothing else in common. What each of them was sent for says nothing, and is not told. Likewise one that breaks down now and then (500),
 * in one sentence and at what it serves at other times, on so many operations that it is no matter of what is called.
 */
import { AWAY } from '../../../record/away.ts';
import { number } from '../../../record/counted.ts';
import type { Exchange } from '../../../record/exchange.ts';
import { fits } from '../../../record/rule-pattern.ts';
import { baseOf, type Departure, type JudgedReport } from '../departures/departure.ts';
import { isOfSetupStep } from '../departures/good-requests.ts';
import { restsOn } from '../departures/reading-habit.ts';
import { exchangeKey } from '../../exchange-key.ts';
import { endOf, isRefused, isServedEnd } from '../exchanges/ends.ts';
import { operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { caseOf, versionOf } from '../exchanges/exchange-place.ts';
import { momentOf } from '../exchanges/moment.ts';
import { saidByAll } from '../exchanges/said.ts';
import { traitOf } from '../exchanges/sent-traits.ts';
import { groupBy } from '../../../record/group-by.ts';
import type { ReportCheck } from '../../model.ts';
import { listed } from '../../phrase.ts';

const ENDS: readonly string[] = AWAY.map(String);
/** What says of itself that something is wrong within, which may be for what was sent. */
const BROKEN = '500';

/** Fewer may be for what they brought, each by itself. */
const FEWEST = 3;
const FEWEST_OPERATIONS = 2;
/** Of what may be for a reason of its own. */
const FEWEST_BROKEN = 8;
const FEWEST_BROKEN_OPERATIONS = 6;
/** Of so many answers one at most: what is more often is by turns, or has a reason. */
const RAREST = 25;

interface Away {
  readonly key: string;
  readonly end: string;
  readonly says: string;
  readonly answers: ReadonlySet<string>;
}

/** The same departures; those that rest on such answers alone have one key. */
export function withNowAndThen(
  departures: readonly Departure[],
  report: JudgedReport,
  exchanges: ExchangeIndex,
): readonly Departure[] {
  if (!departures.some(({ was = '' }) => was === BROKEN || ENDS.includes(was))) return departures;
  const found = [...groupBy(exchanges.all, versionOf).values()].flatMap((own) =>
    [...ENDS, BROKEN].flatMap((end) => awayIn(own, end, report, exchanges) ?? []),
  );
  if (found.length === 0) return departures;
  return departures.map((one): Departure => {
    const away = found.find(({ end, answers }) => one.was === end && restsOn(one, answers));
    if (away === undefined || one.kind !== 'breakdown' || one.turns !== undefined) return one;
    return { ...one, key: away.key, habit: { of: 'reading', says: away.says } };
  });
}

function awayIn(
  own: readonly Exchange[],
  end: string,
  report: JudgedReport,
  exchanges: ExchangeIndex,
): Away | undefined {
  const answered = own.filter(({ response }) => response !== undefined);
  const failed = answered.filter((one) => endOf(one) === end);
  const operations = operationsOf(failed, exchanges);
  const isSeldom = failed.length >= FEWEST && failed.length * RAREST <= answered.length;
  if (!isSeldom || operations.length < FEWEST_OPERATIONS || isForSomething(failed, answered, report)) return undefined;
  const said = saidByAll(failed) ?? '';
  const quoted = said === '' ? '' : `: ${said}`;
  const isBroken = end === BROKEN;
  if (isBroken && (said === '' || !isWhateverIsCalled(failed, answered, operations))) return undefined;
  return {
    key: `away now and then ${end}`,
    end,
    says: isBroken
      ? `Answers ${end} to one in ${Math.round(answered.length / failed.length)} calls, whatever is called${quoted}`
      : `Is unavailable now and then: answers ${end} to ${number(failed.length)} of ${number(answered.length)} requests, on ${listed(operations)}${quoted}`,
    answers: new Set(failed.map(exchangeKey)),
  };
}

/** Whether calls of many operations broke, and among them what is set up, which is the same and served at other times. */
function isWhateverIsCalled(
  failed: readonly Exchange[],
  answered: readonly Exchange[],
  operations: readonly string[],
): boolean {
  if (failed.length < FEWEST_BROKEN || operations.length < FEWEST_BROKEN_OPERATIONS) return false;
  const callOf = ({ request: { method, url } }: Exchange): string => `${method} ${url}`;
  const served = new Set(answered.filter((one) => isOfSetupStep(one) && isServedEnd(endOf(one))).map(callOf));
  return failed.filter((one) => isOfSetupStep(one) && served.has(callOf(one))).length >= FEWEST;
}

/** Whether all of them were sent with something, at some moment, or for something, and few that were so ended otherwise. */
function isForSomething(failed: readonly Exchange[], answered: readonly Exchange[], report: JudgedReport): boolean {
  const bodies = failed.filter(({ request }) => request.body !== undefined);
  const served = answered.filter((one) => one.request.body !== undefined && isServedEnd(endOf(one)));
  return (
    (bodies.length === failed.length && traitOf(bodies, served) !== undefined) ||
    momentOf(failed, answered, isRefused) !== undefined ||
    isOfKinds(failed, report)
  );
}

/** Whether most that is tried of the kinds in question fails, or they are of few kinds. */
function isOfKinds(failed: readonly Exchange[], { checks }: JudgedReport): boolean {
  const cases = new Set(failed.map(caseOf));
  const isHit = ({ verdict, service, spec, evidence }: ReportCheck): boolean =>
    verdict === 'fail' && evidence.some((id) => cases.has(`${service}@${spec} ${id.split('#')[0] ?? ''}`));
  const judged = checks.filter(
    ({ rule, verdict }) => !fits(['http.*'], rule) && (verdict === 'pass' || verdict === 'fail'),
  );
  const kinds = [...groupBy(judged, baseOf).values()]
    .map((own) => ({ hit: own.filter(isHit).length, all: own.length }))
    .filter(({ hit }) => hit > 0);
  return kinds.length < FEWEST || kinds.some(({ hit, all }) => all >= FEWEST && hit * 2 > all);
}
