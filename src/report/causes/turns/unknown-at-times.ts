/**
 * Members that a service takes, and shows, at one time and knows nothing of at another: one of its nodes runs another release. Whoever
 * knows no member refuses it in every request and leaves it out of every answer, so that this is one cause.
 */
import { answeredJson, sentJson } from '../exchanges/bodies.ts';
import type { Exchange } from '../../../record/exchange.ts';
import type { Json } from '../../../record/json.ts';
import { defined } from '../../../record/defined.ts';
import { groupBy } from '../../../record/group-by.ts';
import type { Turns } from '../departures/departure.ts';
import type { ExchangeIndex } from '../exchanges/exchange-index.ts';
import { endOf, isRefusedEnd, isServedEnd } from '../exchanges/ends.ts';
import { versionOf } from '../exchanges/exchange-place.ts';
import { isPartly, lackedIn, type OutcomeOf } from '../exchanges/outcomes.ts';
import { textsIn } from '../exchanges/parts-of-json.ts';
import { saidBy } from '../exchanges/said.ts';
import { takenIn } from '../exchanges/taken-in.ts';
import { traitOf } from '../exchanges/sent-traits.ts';
import { areTurns, FEWEST_TURNS } from './turn-counts.ts';

/** A member that was sent, with its value, and how that ended. */
interface Sent {
  readonly exchange: Exchange;
  readonly name: string;
  readonly value: string;
  readonly isRefused: boolean;
}

/**
 * By what answers of an operation end so, as by-turns.ts has it.
 * @param isMeant whether it may be one that is to be served
 * @param isTold whether something else says so of it, too
 */
export function unknownAtTimes(
  exchanges: ExchangeIndex,
  outcome: OutcomeOf,
  isMeant: (exchange: Exchange) => boolean,
  isTold: (exchange: Exchange) => boolean,
): ReadonlyMap<string, Turns> {
  const found = new Map<string, Turns>();
  for (const [version, all] of groupBy(exchanges.all.filter(isMeant), versionOf)) {
    const lacking = all.filter((one) => isPartly(outcome(one)));
    const sent = all.flatMap((one) => sentIn(one, outcome));
    for (const refused of groupBy(wellRefused(sent), wordsOf).values()) {
      const turns = turnsOf(refused, sent, lacking, outcome, exchanges);
      const isSeen = turns?.isShownToo === true || refused.some(({ exchange }) => isTold(exchange));
      if (turns === undefined || !isSeen) continue;
      for (const operation of turns.operations) found.set(`${version} ${operation} ${turns.end}`, turns);
      // A node that knows some members less does not show others that nobody sends.
      for (const one of turns.isShownToo === true ? lacking : [])
        found.set(`${version} ${exchanges.operationOf(one) ?? ''} ${outcome(one) ?? ''}`, turns);
    }
  }
  return found;
}

/** Refusals of what is taken elsewhere: those that also name what never is have a reason of their own. */
function wellRefused(sent: readonly Sent[]): readonly Sent[] {
  const valueOf = ({ name, value }: Sent): string => `${name} ${value}`;
  const taken = new Set(sent.filter(({ isRefused }) => !isRefused).map(valueOf));
  const refusals = sent.filter(({ isRefused }) => isRefused);
  const others = new Set(refusals.filter((one) => !taken.has(valueOf(one))).map(({ exchange }) => exchange));
  return refusals.filter(({ exchange }) => !others.has(exchange));
}

function turnsOf(
  told: readonly Sent[],
  sent: readonly Sent[],
  lacking: readonly Exchange[],
  outcome: OutcomeOf,
  exchanges: ExchangeIndex,
): Turns | undefined {
  const named = new Set(told.map(({ name }) => name));
  const tried = sent.filter(({ name }) => named.has(name));
  const placeOf = ({ exchange, name, value }: Sent): string =>
    `${exchanges.operationOf(exchange) ?? ''} ${name} ${value}`;
  // The same value of the same member, in the same operation: what it is refused for is no matter of the request.
  const mixed = [...groupBy(tried, placeOf).values()]
    .filter((own) => own.some(({ isRefused }) => isRefused) && own.some(({ isRefused }) => !isRefused))
    .flat();
  const members = new Set(mixed.map(({ name }) => name));
  const refused = told.filter(({ name }) => members.has(name));
  const isShownToo = lacking.some((one) => lackedIn(outcome(one) ?? '').some((name) => members.has(name)));
  const bad = distinct(mixed.filter(({ isRefused }) => isRefused));
  const good = distinct(mixed.filter(({ isRefused }) => !isRefused));
  const [first] = refused;
  if (first === undefined || !areTurns(bad.length, good.length)) return undefined;
  if (distinct(refused).length < FEWEST_TURNS) return undefined;
  // A change may be refused for what the record is; a record that is made is nothing yet.
  const isOfMaking = bad.length >= FEWEST_TURNS && bad.some(({ request }) => request.method === 'POST');
  if (!isShownToo && (!isOfMaking || traitOf(bad, good) !== undefined)) return undefined;
  const operations = new Set(refused.map(({ exchange }) => exchanges.operationOf(exchange) ?? ''));
  const failed = distinct(refused);
  const isOfThese = ({ name, exchange, isRefused }: Sent): boolean =>
    !isRefused && members.has(name) && operations.has(exchanges.operationOf(exchange) ?? '');
  const all = failed.length + distinct(tried.filter(isOfThese)).length;
  const said = saidBy(first.exchange);
  return {
    end: endOf(first.exchange) ?? '',
    operations: [...operations].filter((operation) => operation !== '').sort(),
    by: 'calls',
    oneIn: Math.max(2, Math.round(all / failed.length)),
    unknown: [...members].sort(),
    isShownToo,
    isAfterRefusal: false,
    ...defined({ said: said.includes(first.name) ? undefined : said }),
  };
}

function distinct(sent: readonly Sent[]): readonly Exchange[] {
  return [...new Set(sent.map(({ exchange }) => exchange))];
}

/** What is sent and served, and what is refused in an answer that names it. */
function sentIn(exchange: Exchange, outcome: OutcomeOf): readonly Sent[] {
  const isServed = isServedEnd(outcome(exchange));
  if (exchange.request.method === 'GET' || (!isServed && !isRefusedEnd(outcome(exchange)))) return [];
  // What is taken is so for what others brought before.
  if (!isServed && takenIn(exchange) !== undefined) return [];
  const texts = isServed ? [] : textsIn(answeredJson(exchange));
  const isNamed = (name: string): boolean => texts.some((text) => text === name || text.endsWith(`/${name}`));
  return [...valuesIn(sentJson(exchange))].flatMap(([name, values]) =>
    isServed || isNamed(name)
      ? [...values].map((value): Sent => ({ exchange, name, value, isRefused: !isServed }))
      : [],
  );
}

/** Values by the name of their member, at whatever depth; what holds others is told by those. */
function valuesIn(
  value: Json | undefined,
  name = '',
  found = new Map<string, Set<string>>(),
): ReadonlyMap<string, ReadonlySet<string>> {
  if (value === undefined) return found;
  if (typeof value !== 'object' || value === null)
    found.set(name, (found.get(name) ?? new Set()).add(JSON.stringify(value)));
  else
    for (const [key, inner] of Object.entries(value)) valuesIn(inner as Json, Array.isArray(value) ? name : key, found);
  return found;
}

/** How it is refused, whichever member that names. */
function wordsOf({ exchange, name }: Sent): string {
  return `${endOf(exchange) ?? ''} ${saidBy(exchange).replaceAll(name, '·')}`;
}
