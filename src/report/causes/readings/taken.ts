/** Good requests that are refused because a value of theirs is taken, as the service says. */
import type { Exchange } from '../../../record/exchange.ts';
import { fits, type RulePattern } from '../../../record/rule-pattern.ts';
import type { Departure } from '../departures/departure.ts';
import { operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { isServed } from '../exchanges/ends.ts';
import { caseOf } from '../exchanges/exchange-place.ts';
import { takenIn } from '../exchanges/taken-in.ts';
import { listed } from '../../phrase.ts';
import { oneLine } from '../../words.ts';
import { seenBy, type CauseReading } from './model.ts';

/** Departures of one key, whatever was tried: they rest on refusals that say so of one member. */
const TAKEN = 'taken';

const KNOWN: readonly RulePattern[] = [
  'lifecycle.another-below',
  'lifecycle.made-again',
  'lifecycle.update-own-key',
  'lifecycle.key-given-up',
  'lifecycle.key-not-reserved',
  'input.foreign-key',
];

/** `Refuses the number of a correct request as taken on orders/create: "number is already in use."`; of one that was deleted, where that is so. */
export const taken: CauseReading = ({ own, exchanges }) => {
  const seen = seenBy(own, exchanges);
  const said = seen.map(takenIn);
  const [first] = said;
  if (first === undefined || said.includes(undefined) || !own.every(({ key }) => key === keyOf(first.name)))
    return undefined;
  const on = listed(operationsOf(seen, exchanges));
  const whose = seen.every((one) => isOfDeleted(one, exchanges)) ? 'a record that was deleted' : 'a correct request';
  return `Refuses the ${first.name} of ${whose} as taken on ${on}: "${oneLine(first.said, 70)}"`;
};

/** Whether what it sends was sent before, and what that made was deleted since. */
function isOfDeleted(one: Exchange, exchanges: ExchangeIndex): boolean {
  const own = exchanges.ofCase(caseOf(one));
  const before = own.slice(0, own.indexOf(one));
  const made = before.findIndex(({ request }) => request.method === 'POST' && request.url === one.request.url);
  return made >= 0 && before.slice(made + 1).some((other) => other.request.method === 'DELETE' && isServed(other));
}

/** Good requests that were only prepared, refused so with a status that nobody declared: it is no matter of that. */
export function asTaken(
  one: Departure,
  exchanges: ExchangeIndex,
  isRefusedRightly: (exchange: Exchange) => boolean,
): Departure | undefined {
  if (one.check.rule !== 'http.status-documented' || one.layer !== 'attendant' || one.turns !== undefined)
    return undefined;
  const key = seenBy([one], exchanges).some(isRefusedRightly) ? undefined : keyOfSights(one, exchanges);
  return key === undefined ? undefined : { ...one, kind: 'finding', layer: 'status', did: 'refused-good', key };
}

export function keyOfTaken(one: Departure, exchanges: ExchangeIndex): string | undefined {
  // By what it was taken, what was deleted or the record itself, is what these checks say.
  return fits(KNOWN, one.check.rule) || one.did !== 'refused-good' || one.layer !== 'status'
    ? undefined
    : keyOfSights(one, exchanges);
}

/** Where all of its answers say so of one member. */
function keyOfSights({ sights }: Departure, exchanges: ExchangeIndex): string | undefined {
  const names = new Set(
    sights.map(({ exchange }) => {
      const seen = exchanges.get(exchange);
      return seen === undefined ? undefined : takenIn(seen)?.name;
    }),
  );
  const [name, ...others] = names;
  return name === undefined || others.length > 0 ? undefined : keyOf(name);
}

function keyOf(name: string): string {
  return `${TAKEN} ${name}`;
}
