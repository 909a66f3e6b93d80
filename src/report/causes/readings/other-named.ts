/** Errors that name another member of what was sent than the one that is wrong, or point to one of its name elsewhere. */
import { answeredJson, sentJson } from '../exchanges/bodies.ts';
import { memberNames, textsIn } from '../exchanges/parts-of-json.ts';
import { operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import type { Sight } from '../departures/departure.ts';
import { at, entryWords, lastName } from '../../../record/pointer.ts';
import { maybe } from '../../../record/defined.ts';
import { pointerIn } from '../departures/finding-place.ts';
import { listed } from '../../phrase.ts';
import { distinct } from '../../words.ts';
import { seenBy, type CauseReading } from './model.ts';

/** Of more pairs of members one is an example. */
const MOST_PAIRS = 3;

/** `Names another member in its errors than the one that is wrong on orders/create: name for price`. */
export const otherNamed: CauseReading = ({ own, exchanges }) => {
  const found = own.flatMap(({ sights }) => sights.map((sight) => namedFor(sight, exchanges)));
  const pairs = distinct(found);
  if (pairs.length === 0 || found.includes(undefined)) return undefined;
  const on = listed(operationsOf(seenBy(own, exchanges), exchanges));
  const shown = pairs.length > MOST_PAIRS ? `for example ${pairs[0]}` : listed(pairs);
  return `Names another member in its errors than the one that is wrong on ${on}: ${shown}`;
};

/** `Points elsewhere than to what is wrong in its errors on orders/create: "/lines/1/price" for "/lines/0/price"`. */
export const pointedElsewhere: CauseReading = ({ own, exchanges }) => {
  const found = own.flatMap(({ sights }) => sights.map((sight) => pointedFor(sight, exchanges)));
  const [first] = found;
  if (first === undefined || found.includes(undefined)) return undefined;
  const on = listed(operationsOf(seenBy(own, exchanges), exchanges));
  const pairs = found.filter((one) => one !== undefined);
  const counted = pairs.every(({ to, due }) => to === counting(due)) ? ', as it counts entries from one' : '';
  return `Points elsewhere than to what is wrong in its errors on ${on}${counted}: "${first.to}" for "${first.due}"`;
};

interface Pointed {
  readonly to: string;
  readonly due: string;
}

/** Where an error points to a member that is called as what is wrong, and stands elsewhere. */
function pointedFor({ finding, exchange }: Sight, exchanges: ExchangeIndex): Pointed | undefined {
  const { kind, member: due, where } = finding;
  if (kind !== 'unnamed' || due?.startsWith('/') !== true) return undefined;
  const seen = maybe(exchanges.get(exchange), answeredJson);
  const to = textsIn(at(seen, pointerIn(where) ?? '')).find(
    (text) => text.startsWith('/') && lastName(text) === lastName(due),
  );
  return to === undefined ? undefined : { to, due };
}

/** The pointer as whoever takes the first entry of a list for number one would write it. */
function counting(pointer: string): string {
  return pointer.replace(/\/(\d+)(?=\/|$)/g, (_whole, place: string) => `/${Number(place) + 1}`);
}

/** `name for price`, where all that the errors point to is called otherwise than what is wrong, and was sent. */
function namedFor({ finding, exchange }: Sight, exchanges: ExchangeIndex): string | undefined {
  const seen = exchanges.get(exchange);
  const { kind, member, where } = finding;
  if (seen === undefined || kind !== 'unnamed' || member === undefined) return undefined;
  const pointers = textsIn(at(answeredJson(seen), pointerIn(where) ?? '')).filter((text) => text.startsWith('/'));
  const sent = memberNames(sentJson(seen));
  const named = distinct(pointers.map(lastName));
  return named.length > 0 && named.every((name) => sent.has(name))
    ? `${listed(named)} for ${entryWords(member)}`
    : undefined;
}
