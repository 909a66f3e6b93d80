/** What is sent to be served, as far as the plan and the answers tell. */
import type { Exchange } from '../../../record/exchange.ts';
import { isOfSetup } from '../../../record/step-name.ts';
import type { JudgedReport } from './departure.ts';
import type { ExchangeIndex } from '../exchanges/exchange-index.ts';
import { isServedEnd } from '../exchanges/ends.ts';
import { caseOf } from '../exchanges/exchange-place.ts';
import { exchangeKey } from '../../exchange-key.ts';
import { isPartly, LOST, type OutcomeOf } from '../exchanges/outcomes.ts';

/** Cases of which a check wants something refused. */
export function toBeRefused({ checks, rules }: JudgedReport): ReadonlySet<string> {
  return new Set(
    checks.flatMap(({ service, spec, evidence, rule, formOf }) =>
      rules[formOf ?? rule]?.awaits === 'refusal'
        ? evidence.map((exchange) => `${service}@${spec} ${exchange.split('#')[0] ?? ''}`)
        : [],
    ),
  );
}

/** Whether an exchange was sent to be served by itself: in a setup, or for a check that wants it accepted. */
export function toBeServed({ checks, rules }: JudgedReport): (exchange: Exchange) => boolean {
  const keys = new Set(
    checks.flatMap(({ service, spec, evidence, rule }) =>
      rules[rule]?.awaits === 'acceptance' ? evidence.map((id) => exchangeKey({ service, spec, id })) : [],
    ),
  );
  return (exchange) => isOfSetupStep(exchange) || keys.has(exchangeKey(exchange));
}

/** What is sent to be served: all that is set up, and what no check wants refused. What a change meets, and what a read shows after one, hangs on what was before. */
export function goodOnes(
  report: JudgedReport,
  exchanges: ExchangeIndex,
  outcome: OutcomeOf,
  again: ReadonlySet<string>,
): readonly Exchange[] {
  const isServed = (one: Exchange): boolean => isServedEnd(outcome(one));
  const refused = toBeRefused(report);
  const changes = exchanges.all.filter(isChange);
  const changing = new Set(changes.map(placeOf));
  const changed = new Set(changes.filter(isServed).map(placeOf));
  const unmade = unmadeIn(exchanges.all, isServed);
  const lacking = new Set(exchanges.all.filter((one) => isPartly(outcome(one))).map(placeOf));
  return exchanges.all.filter((exchange) => {
    const { request } = exchange;
    if (isMissed(exchange) && unmade.has(placeInGroup(exchange))) return false;
    if (isOfSetupStep(exchange)) return true;
    if (refused.has(caseOf(exchange))) return false;
    if (isChange(exchange))
      return (
        isServed(exchange) ||
        outcome(exchange) === LOST ||
        !changed.has(placeOf(exchange)) ||
        again.has(exchangeKey(exchange))
      );
    if (lacking.has(placeOf(exchange))) return isServed(exchange) || isPartly(outcome(exchange));
    return (
      request.method === 'POST' ||
      (request.method === 'GET' && (!changing.has(placeOf(exchange)) || outcome(exchange) === LOST))
    );
  });
}

/** Where, in its group, something was to be made and never was: nothing is there to be read. */
function unmadeIn(all: readonly Exchange[], isServed: (one: Exchange) => boolean): ReadonlySet<string> {
  const creates = all.filter(({ request }) => request.method === 'POST');
  const made = new Set(creates.filter(isServed).map(placeInGroup));
  return new Set(creates.map(placeInGroup).filter((place) => !made.has(place)));
}

function isMissed({ request, response }: Exchange): boolean {
  return request.method === 'GET' && response?.status === 404;
}

function placeInGroup(one: Exchange): string {
  return `${one.group} ${placeOf(one)}`;
}

function isChange({ request: { method } }: Exchange): boolean {
  return ['PATCH', 'PUT', 'DELETE'].includes(method);
}

export function placeOf({ service, spec, request }: Exchange): string {
  return `${service}@${spec} ${request.url}`;
}

export function isOfSetupStep({ id }: Exchange): boolean {
  return isOfSetup(id.split('#')[1] ?? '');
}
