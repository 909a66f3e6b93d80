/** Errors that name another member of what was sent than the one that is wrong. */
import { answeredJson, sentJson } from '../exchanges/bodies.ts';
import { memberNames, textsIn } from '../exchanges/parts-of-json.ts';
import { operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import type { Sight } from '../departures/departure.ts';
import { at, lastName } from '../../../record/pointer.ts';
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

/** `name for price`, where all that the errors point to is called otherwise than what is wrong, and was sent. */
function namedFor({ finding, exchange }: Sight, exchanges: ExchangeIndex): string | undefined {
  const seen = exchanges.get(exchange);
  const { kind, member, where } = finding;
  if (seen === undefined || kind !== 'unnamed' || member === undefined) return undefined;
  const pointers = textsIn(at(answeredJson(seen), pointerIn(where) ?? '')).filter((text) => text.startsWith('/'));
  const sent = memberNames(sentJson(seen));
  const named = distinct(pointers.map(lastName));
  return named.length > 0 && named.every((name) => sent.has(name)) ? `${listed(named)} for ${member}` : undefined;
}
