/** One member that is not there, or not changed, where it is to be 0 or false, while other values of it come back: it is taken for none. */
import { answeredJson } from '../exchanges/bodies.ts';
import type { Departure } from '../departures/departure.ts';
import { namesIn, versionOf } from '../departures/departure-place.ts';
import { isGone, wantedIn } from '../departures/finding-value.ts';
import { isServed } from '../exchanges/ends.ts';
import { operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { versionOf as versionIn } from '../exchanges/exchange-place.ts';
import { membersOf } from '../exchanges/parts-of-json.ts';
import { groupBy } from '../../../record/group-by.ts';
import { listed } from '../../phrase.ts';
import { distinct } from '../../words.ts';
import { seenBy, type CauseReading } from './model.ts';

const KEY = 'zero left out';

/** What one alone says of it is told as well by its check. */
const FEWEST = 2;

/** `Leaves out is_gift where it is false, on orders/read`, `Does not store is_gift where it is false, on orders/create and orders/update`. */
export const zeroLeftOut: CauseReading = ({ own, exchanges }) => {
  const [key = '', name = ''] = (own[0]?.key ?? '').split(` ${MARK} `);
  if (key !== KEY) return undefined;
  const findings = own.flatMap(({ sights }) => sights.map(({ finding }) => finding));
  const values = distinct(findings.map((finding) => String(wantedIn(finding)))).toSorted();
  const where = `where it is ${values.join(' or ')}`;
  // What shows the value before instead has the record, and not the new value.
  if (findings.some((finding) => !isGone(finding)))
    return `Does not store ${name} ${where}, on ${listed(distinct(own.map(({ check }) => `${check.endpoint}/${check.operation}`)).toSorted())}`;
  return `Leaves out ${name} ${where}, on ${listed(operationsOf(seenBy(own, exchanges), exchanges))}`;
};

/** Between the parts of a key. */
const MARK = '|';

/** The key of those that found nothing else of one member than that it lacks such a value, where another value of it is shown. */
export function keysOfZeroLeftOut(
  departures: readonly Departure[],
  exchanges: ExchangeIndex,
): (one: Departure) => string | undefined {
  const about = [...groupBy(departures.filter(isOfZero), placeOf)].flatMap(([place, own]) => {
    const isMissed = own.some(({ sights }) => sights.some(({ finding }) => isGone(finding)));
    return own.length >= FEWEST && isMissed && isKeptOtherwise(own, exchanges) ? [place] : [];
  });
  // What is missed where it is something else too is lost for another reason.
  const lost = new Set(
    departures.filter((one) => one.sights.some(({ finding }) => isGone(finding)) && !isOfZero(one)).map(placeOf),
  );
  const known = new Set(about.filter((place) => !lost.has(place)));
  return (one) => (known.has(placeOf(one)) && isOfZero(one) ? [KEY, nameOf(one)].join(` ${MARK} `) : undefined);
}

function placeOf(one: Departure): string {
  return `${versionOf(one)} ${one.check.endpoint} ${nameOf(one) ?? ''}`;
}

/** Of the one member that it is about. */
function nameOf({ sights }: Departure): string | undefined {
  const [name, ...others] = distinct(sights.map(({ finding }) => namesIn(finding)[0]));
  return others.length > 0 ? undefined : name;
}

function isOfZero(one: Departure): boolean {
  const { kind, layer, turns, sights } = one;
  return (
    kind === 'finding' &&
    layer === 'value' &&
    turns === undefined &&
    sights.length > 0 &&
    nameOf(one) !== undefined &&
    sights.every(({ finding }) => [0, false].includes(wantedIn(finding) as number | false))
  );
}

/** Whether answers of its endpoint show it with another value. */
function isKeptOtherwise(own: readonly Departure[], exchanges: ExchangeIndex): boolean {
  const [first] = own;
  const name = first === undefined ? undefined : nameOf(first);
  if (first === undefined || name === undefined) return false;
  return exchanges.all.some((one) => {
    if (one.request.method !== 'GET' || versionIn(one) !== versionOf(first) || !isServed(one)) return false;
    if (exchanges.operationOf(one)?.split('/')[0] !== first.check.endpoint) return false;
    const shown = membersOf(answeredJson(one)).get(name);
    return shown !== undefined && shown !== null && shown !== 0 && shown !== false;
  });
}
