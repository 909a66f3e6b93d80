/** Refusals that are sent with a status of success: nothing is accepted, as their bodies say. */
import type { Exchange } from '../../../record/exchange.ts';
import { isMap, type Json, ownMember } from '../../../record/json.ts';
import { answeredJson } from '../exchanges/bodies.ts';
import { placed } from '../departures/cause-place.ts';
import { classOf, type Departure, type JudgedReport } from '../departures/departure.ts';
import { operationAt, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { versionOf } from '../exchanges/exchange-place.ts';
import { toBeServed } from '../departures/good-requests.ts';
import { groupBy } from '../../../record/group-by.ts';
import { sortsOf } from '../departures/refused-sorts.ts';
import { distinct } from '../../words.ts';
import { seenBy, type CauseReading } from './model.ts';

/** `Answers whatever it refuses with 200, with the error in the body, instead of 400 or 401 on orders/create`. */
export const errorsAsSuccess: CauseReading = ({ own, report }) => {
  if (!own.every(({ habit }) => habit?.of === 'error in success')) return undefined;
  const what = sortsOf(distinct(own.map(({ base }) => base))) ?? 'whatever it refuses';
  const were = distinct(own.map(({ was }) => was)).toSorted();
  const due = distinct(own.flatMap(({ due: all = [] }) => all.map(String))).toSorted();
  const said = `Answers ${what} with ${were.join(' or ')}, with the error in the body, instead of ${due.join(' or ')}`;
  return placed(said, own, report);
};

/** What seems accepted, and is refused otherwise: all of a service in one way. */
export function asErrorsInSuccess(
  departures: readonly Departure[],
  report: JudgedReport,
  exchanges: ExchangeIndex,
): (one: Departure) => Departure | undefined {
  const taken = departures.filter(({ did, layer }) => did === 'accepted' && layer === 'status');
  const errors = errorsAmong(seenBy(taken, exchanges), report, exchanges);
  const isError = ({ exchange }: Departure['sights'][number]): boolean => {
    const seen = exchanges.get(exchange);
    return seen !== undefined && errors.has(seen);
  };
  return (one) =>
    taken.includes(one) && one.sights.length > 0 && one.sights.every(isError)
      ? {
          ...one,
          did: 'refused-otherwise',
          key: 'error in success',
          habit: { of: 'error in success' },
        }
      : undefined;
}

/** Those that have the form of errors, and not that of what their operation answers where it serves. */
function errorsAmong(
  taken: readonly Exchange[],
  report: JudgedReport,
  exchanges: ExchangeIndex,
): ReadonlySet<Exchange> {
  const isToBeServed = toBeServed(report);
  const operationOf = (one: Exchange): string => operationAt(one, exchanges);
  const said = groupBy(
    exchanges.all.filter((one) => classOf(one.response?.status) === 2 && isToBeServed(one)),
    operationOf,
  );
  const served = new Map([...said].map(([operation, all]) => [operation, asMost(all)]));
  const unlike = new Set(taken.filter((one) => isUnlike(one, served.get(operationOf(one)) ?? [])));
  const forms = new Set(
    exchanges.all.filter((one) => classOf(one.response?.status) === 4 || unlike.has(one)).map(formOf),
  );
  const isServedSo = (one: Exchange): boolean =>
    (served.get(operationOf(one)) ?? []).some((other) => formOf(other) === formOf(one));
  return new Set(
    taken.filter((one) => unlike.has(one) || (membersIn(one).length > 0 && forms.has(formOf(one)) && !isServedSo(one))),
  );
}

/** What a case sends on its way to what is to be served may be a refusal too: only what has a member of the form of most is none. */
function asMost(all: readonly Exchange[]): readonly Exchange[] {
  const forms = [...groupBy(all, formOf).values()].toSorted((one, other) => other.length - one.length);
  const [most] = forms[0] ?? [];
  const usual = most === undefined ? [] : membersIn(most);
  return usual.length === 0 ? all : all.filter((one) => membersIn(one).some((name) => usual.includes(name)));
}

/** Whether it shares no member with any answer that serves, or says no to what all of those say yes to. */
function isUnlike(one: Exchange, served: readonly Exchange[]): boolean {
  const members = membersIn(one);
  const filled = served.filter((other) => membersIn(other).length > 0);
  if (members.length === 0 || filled.length === 0) return false;
  const isDenied = (name: string): boolean =>
    memberOf(one, name) === false && filled.every((other) => memberOf(other, name) === true);
  return members.some(isDenied) || !filled.some((other) => membersIn(other).some((name) => members.includes(name)));
}

/** The outermost members of an answer, and of which version it is. */
function formOf(one: Exchange): string {
  return [versionOf(one), ...membersIn(one)].join(' ');
}

function membersIn(one: Exchange): readonly string[] {
  const answer = answeredJson(one);
  return isMap(answer) ? Object.keys(answer).toSorted() : [];
}

function memberOf(one: Exchange, name: string): Json | undefined {
  const answer = answeredJson(one);
  return isMap(answer) ? ownMember(answer, name) : undefined;
}
