/** Good requests that are refused because a value of theirs is taken, as the service says. */
import { fits, type RulePattern } from '../../../record/rule-pattern.ts';
import type { Departure } from '../departures/departure.ts';
import { operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { takenIn } from '../exchanges/taken-in.ts';
import { listed } from '../../phrase.ts';
import { oneLine } from '../../words.ts';
import { seenBy, type CauseReading } from './model.ts';

/** Departures of one key, whatever was tried: they rest on refusals that say so of one member. */
const TAKEN = 'taken';

const KNOWN: readonly RulePattern[] = [
  'lifecycle.made-again',
  'lifecycle.update-own-key',
  'lifecycle.key-given-up',
  'lifecycle.key-not-reserved',
  'input.foreign-key',
];

/** `Refuses a number of a correct request as taken on orders/create: "number is already in use."`. */
export const taken: CauseReading = ({ own, exchanges }) => {
  const seen = seenBy(own, exchanges);
  const said = seen.map(takenIn);
  const [first] = said;
  if (first === undefined || said.includes(undefined) || !own.every(({ key }) => key === keyOf(first.name)))
    return undefined;
  const on = listed(operationsOf(seen, exchanges));
  return `Refuses the ${first.name} of a correct request as taken on ${on}: "${oneLine(first.said, 70)}"`;
};

export function keyOfTaken({ check, did, layer, sights }: Departure, exchanges: ExchangeIndex): string | undefined {
  // By what it was taken, what was deleted or the record itself, is what these checks say.
  if (fits(KNOWN, check.rule) || did !== 'refused-good' || layer !== 'status' || sights.length === 0) return undefined;
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
