/** What was read before, shown to whoever asks next: of a cache whose key has nothing in it of who calls. What nobody has read is refused. */
import type { Exchange } from '../../../record/exchange.ts';
import { fits, type RulePattern } from '../../../record/rule-pattern.ts';
import { isRead } from '../../../record/safe-method.ts';
import { isSuccessful } from '../../../record/success.ts';
import type { Departure, JudgedReport } from '../departures/departure.ts';
import { operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { pathOf, versionOf } from '../exchanges/exchange-place.ts';
import { groupBy } from '../../../record/group-by.ts';
import type { ReportCheck } from '../../model.ts';
import { listed } from '../../phrase.ts';
import { ofSameOperation } from '../departures/same-operation.ts';
import { seenBy, type CauseReading } from './model.ts';

/** Departures of one key, whoever called and whatever was shown. */
const SHOWN_AGAIN = 'shown again';

interface Caller {
  readonly who: string;
  /** What such a caller is let through for. */
  readonly rules: readonly RulePattern[];
  /** The same caller at an address that was read, and at one that was not. */
  readonly read: string;
  readonly unread: string;
}

/** The first that fits counts. */
const CALLERS: readonly Caller[] = [
  {
    who: 'of another organisation',
    rules: ['lifecycle.other-party', 'lifecycle.other-party-next', 'access.same-answer'],
    read: 'lifecycle.other-party-next',
    unread: 'lifecycle.other-party',
  },
  { who: 'without a valid token', rules: ['access.*'], read: 'access.none', unread: 'access.before-id' },
];

/** `Shows what was read before to callers of another organisation and without a valid token on orders/read: what nobody has read is refused`. */
export const shownAgain: CauseReading = ({ own, exchanges }) => {
  if (!own.every(({ key }) => key === SHOWN_AGAIN)) return undefined;
  const who = CALLERS.filter((caller) => own.some((one) => callerOf(one) === caller)).map((caller) => caller.who);
  const on = listed(operationsOf(seenBy(own, exchanges), exchanges));
  return `Shows what was read before to callers ${listed(who)} on ${on}: what nobody has read is refused`;
};

/** The key of those that rest on reads of what was read before, where the same caller is refused what was not. */
export function keysOfShownAgain(
  departures: readonly Departure[],
  exchanges: ExchangeIndex,
  report: JudgedReport,
): (departure: Departure) => string | undefined {
  const wrong = departures.filter((one) => one.layer === 'status' && callerOf(one) !== undefined);
  if (!wrong.some(({ check }) => CALLERS.some(({ read }) => read === check.rule))) return () => undefined;
  const isReadBefore = readsBefore(new Set(seenBy(wrong, exchanges)), exchanges);
  const shown = new Set(
    wrong.filter((one) => {
      const seen = seenBy([one], exchanges);
      return seen.length > 0 && seen.every((read) => isServedRead(read) && isReadBefore(read));
    }),
  );
  const isRefusedUnread = ({ verdict, evidence, service, spec }: ReportCheck): boolean =>
    verdict === 'pass' &&
    evidence.some((id) => {
      const one = exchanges.get(`${service}@${spec} ${id}`);
      return (one?.response?.status ?? 0) >= 400 && one !== undefined && !isReadBefore(one);
    });
  const unreadOf = ({ unread }: Caller, { check }: Departure): readonly ReportCheck[] =>
    ofSameOperation(check, report).filter(({ rule }) => rule === unread);
  // What was read before changes nothing: who may write is let in, whatever was read.
  const mayWrite = (caller: Caller): boolean =>
    seenBy(
      wrong.filter((one) => callerOf(one) === caller),
      exchanges,
    ).some(({ request, response }) => !isRead(request.method) && isSuccessful(response?.status ?? 0));
  const told = CALLERS.filter(
    (caller) =>
      !mayWrite(caller) &&
      [...shown].some((one) => one.check.rule === caller.read && unreadOf(caller, one).some(isRefusedUnread)),
  );
  return (one) => {
    const caller = callerOf(one);
    if (caller === undefined || !told.includes(caller) || !shown.has(one)) return undefined;
    // Where it is let through for what nobody has read either, it is no matter of what was read.
    return unreadOf(caller, one).some(({ verdict }) => verdict === 'fail') ? undefined : SHOWN_AGAIN;
  };
}

function callerOf({ check }: Departure): Caller | undefined {
  return CALLERS.find(({ rules }) => fits(rules, check.rule));
}

/** Whether what is read was read there before, by somebody who may. */
function readsBefore(mistaken: ReadonlySet<Exchange>, { all }: ExchangeIndex): (one: Exchange) => boolean {
  const places = new Map(all.map((one, place) => [one, place]));
  const isEarlier = (a: Exchange, b: Exchange): boolean =>
    a.at < b.at || (a.at === b.at && (places.get(a) ?? 0) < (places.get(b) ?? 0));
  const reads = groupBy(
    all.filter((one) => isServedRead(one) && !mistaken.has(one)),
    addressOf,
  );
  return (one) => reads.get(addressOf(one))?.some((read) => isEarlier(read, one)) === true;
}

function isServedRead({ request, response }: Exchange): boolean {
  return request.method === 'GET' && response !== undefined && response.status >= 200 && response.status < 300;
}

function addressOf(one: Exchange): string {
  return `${versionOf(one)} ${pathOf(one)}`;
}
