/** Refusals whose flag says that all was done: the errors stand beside it, and whoever trusts the flag takes them for successes. */
import type { Exchange } from '../../../record/exchange.ts';
import { isMap, type Json } from '../../../record/json.ts';
import { answeredJson } from '../exchanges/bodies.ts';
import type { Departure } from '../departures/departure.ts';
import { operationAt, operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { caseOf } from '../exchanges/exchange-place.ts';
import { listed } from '../../phrase.ts';
import { seenBy, type CauseReading } from './model.ts';

const KEY = 'granted refusal';

/** `Says of what it refuses that it succeeded, with the errors beside that, on orders/update`. */
export const grantedRefusals: CauseReading = ({ own, exchanges }) =>
  own[0]?.key === KEY
    ? `Says of what it refuses that it succeeded, with the errors beside that, on ${listed(operationsOf(seenBy(own, exchanges).filter(isWrite), exchanges))}`
    : undefined;

/** The key of those that rest on such answers, or on cases in which one was met, and on nothing else. */
export function keysOfGrantedRefusals(
  departures: readonly Departure[],
  exchanges: ExchangeIndex,
): (one: Departure) => string | undefined {
  const such = grantedAmong(departures, exchanges);
  if (such.size === 0) return () => undefined;
  const cases = new Set([...such].map(caseOf));
  return (one) => {
    const seen = seenBy([one], exchanges);
    const isOfFlag = one.check.rule === 'http.body-schema' || one.did === 'accepted';
    return seen.length > 0 && seen.every((each) => (isOfFlag ? such.has(each) : cases.has(caseOf(each))))
      ? KEY
      : undefined;
  };
}

function isWrite({ request: { method } }: Exchange): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

/** Answers that are as a refusal is but for their flag, as their schema says of some, and all others that look the same. */
function grantedAmong(departures: readonly Departure[], exchanges: ExchangeIndex): ReadonlySet<Exchange> {
  const told = departures.flatMap(({ check, sights }) =>
    check.rule === 'http.body-schema' ? sights.filter(({ finding }) => finding.kind === 'value') : [],
  );
  const shown = told
    .flatMap(({ exchange }) => exchanges.get(exchange) ?? [])
    .filter((one) => isGranted(one, exchanges));
  if (shown.length === 0) return new Set();
  const forms = new Set(shown.map((one) => formOf(one, exchanges)));
  return new Set(exchanges.all.filter((one) => isGranted(one, exchanges) && forms.has(formOf(one, exchanges))));
}

function isGranted(one: Exchange, { grants }: ExchangeIndex): boolean {
  return grants(answeredJson(one), one.service);
}

/** Of which operation it is, and which members it has, those within them too. */
function formOf(one: Exchange, exchanges: ExchangeIndex): string {
  const names = (value: Json | undefined): readonly string[] =>
    isMap(value)
      ? Object.entries(value).flatMap(([name, inner]) => [name, ...names(inner).map((each) => `${name}/${each}`)])
      : [];
  return [operationAt(one, exchanges), ...names(answeredJson(one)).toSorted()].join(' ');
}
