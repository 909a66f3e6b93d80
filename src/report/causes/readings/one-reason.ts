/** Good requests of several kinds that are refused in one sentence, which names a member: it is one rule of the service, whatever was tried. */
import type { Exchange } from '../../../record/exchange.ts';
import { sentJson } from '../exchanges/bodies.ts';
import type { Departure } from '../departures/departure.ts';
import { besides, operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { isRefused, isServed } from '../exchanges/ends.ts';
import { memberRefused } from '../exchanges/member-refused.ts';
import { memberNames } from '../exchanges/parts-of-json.ts';
import { saidIn } from '../exchanges/said.ts';
import { broughtAlone } from '../exchanges/sent-traits.ts';
import { groupBy } from '../../../record/group-by.ts';
import { listed } from '../../phrase.ts';
import { seenBy, type CauseReading } from './model.ts';

/** Departures of one key, whatever was tried. */
const REASON = 'one reason';
/** Of fewer kinds the kind says what is special about them. */
const FEWEST_KINDS = 2;
/** So many have to be served without what all that are refused have. */
const FEWEST_SERVED = 3;

/** `Refuses a correct request on orders/create where note is sent: 422, "note must not be given."`. */
export const oneReason: CauseReading = ({ own, exchanges }) => {
  const [first] = own;
  if (first === undefined || !own.every(({ key }) => key.startsWith(REASON))) return undefined;
  const was = first.was ?? '';
  const refused = seenBy(own, exchanges).filter(({ response }) => String(response?.status) === was);
  const operations = operationsOf(refused, exchanges);
  const said = saidIn(own, exchanges);
  const where = refused.every(isRefused) ? whereOf(refused, said, exchanges) : undefined;
  const end = was.startsWith('2') ? `${was}, and no success` : was;
  return `Refuses a correct request on ${listed(operations)}${where === undefined ? '' : ` ${where}`}: ${end}, "${said}"`;
};

/** What all of them bring, and nobody who is served. */
function whereOf(refused: readonly Exchange[], said: string, exchanges: ExchangeIndex): string | undefined {
  const served = besides(refused, exchanges).filter((one) => one.request.body !== undefined && isServed(one));
  const named = memberRefused(refused) ?? wordIn(said, refused.flatMap(namesSent));
  return broughtAlone(refused, served, FEWEST_SERVED, named);
}

/** The key of those whose answers say the same of a member, where they are of several kinds. */
export function keysOfOneReason(
  departures: readonly Departure[],
  exchanges: ExchangeIndex,
): (one: Departure) => string | undefined {
  const keys = new Map<Departure, string>();
  const refused = departures.filter(
    ({ did, layer, sights, turns }) =>
      did === 'refused-good' && layer === 'status' && turns === undefined && sights.length > 0,
  );
  for (const [reason, own] of groupBy(refused, (one) => reasonOf(one, exchanges) ?? ''))
    if (reason !== '' && new Set(own.map(({ base }) => base)).size >= FEWEST_KINDS)
      for (const one of own) keys.set(one, `${REASON} ${reason}`);
  return (one) => keys.get(one);
}

function reasonOf(one: Departure, exchanges: ExchangeIndex): string | undefined {
  const said = saidIn([one], exchanges);
  const seen = seenBy([one], exchanges);
  const member = memberRefused(seen) ?? wordIn(said, seen.flatMap(namesSent));
  return said === '' || member === undefined ? undefined : `${one.was ?? ''} ${member} ${said}`;
}

function namesSent(exchange: Exchange): readonly string[] {
  return [...memberNames(sentJson(exchange))];
}

/** The longest of the names that stands in a sentence, or of what is written as only names are. */
function wordIn(said: string, names: readonly string[]): string | undefined {
  const words = new Set(said.split(/[^\w-]+/));
  const known = [...names, ...[...words].filter((word) => /^[a-z]+(?:_[a-z]+)+$/.test(word))];
  return known.filter((name) => words.has(name)).toSorted((a, b) => b.length - a.length)[0];
}
