/** Records that an answer says were made and that are not there: what made them, and what is special about those. */
import { leavesOf } from '../exchanges/parts-of-json.ts';
import { sentJson } from '../exchanges/bodies.ts';
import type { Exchange } from '../../../record/exchange.ts';
import type { Departure } from '../departures/departure.ts';
import { endpointOf } from '../departures/departure-place.ts';
import type { ExchangeIndex } from '../exchanges/exchange-index.ts';
import { pathOf, placeAt, versionOf } from '../exchanges/exchange-place.ts';
import { fits } from '../../../record/rule-pattern.ts';
import { idsMade, isFound, keepsNothing, makingOf, placesLostByUpdates, unkeptTitle } from '../exchanges/unkept.ts';
import { seenBy, type CauseReading } from './model.ts';

/** Departures of one key, whatever was tried: nothing of what they rest on is kept. */
const UNKEPT = 'keeps nothing';

export const unkeptRecords: CauseReading = ({ own, exchanges }) =>
  own.length > 0 && (own.every(isOfMade) || own.every(isUnkept))
    ? unkeptTitle(seenBy(own, exchanges), exchanges)
    : undefined;

function isUnkept({ key }: Departure): boolean {
  return key.startsWith(UNKEPT);
}

/** Whatever is refused because an update lost the record, as a read after one shows. */
export function lostByUpdates(
  departures: readonly Departure[],
  exchanges: ExchangeIndex,
): readonly { readonly key: string; readonly says: string; readonly owns: (one: Departure) => boolean }[] {
  if (!departures.some(isOfMade)) return [];
  const places = placesLostByUpdates(exchanges);
  const isLost = (one: Departure): boolean => {
    const seen = seenBy([one], exchanges);
    const isGone = ({ response }: Exchange): boolean => response?.status === 404;
    return seen.length > 0 && seen.every((each) => isGone(each) && places.has(placeAt(each, pathOf(each))));
  };
  const own = new Set(
    departures.filter(({ turns, layer }) => turns === undefined && layer !== 'attendant').filter(isLost),
  );
  const says = [...own].some(isOfMade) ? unkeptTitle(seenBy([...own], exchanges), exchanges) : undefined;
  return says === undefined ? [] : [{ key: 'lost by updates', says, owns: (one) => own.has(one) }];
}

function isOfMade({ check }: Departure): boolean {
  return fits(['http.made'], check.rule);
}

/** The key of good requests that are refused since nothing is there of what was made, and of those that refer to it. */
export function keysOfUnkept(
  departures: readonly Departure[],
  exchanges: ExchangeIndex,
): (one: Departure) => string | undefined {
  const refused = departures.filter(({ did, turns }) => did === 'refused-good' && turns === undefined);
  const unkept = refused.filter((one) => keepsNothing(seenBy([one], exchanges), exchanges));
  if (unkept.length === 0) return keysOfSomeUnkept(departures, exchanges);
  const seen = seenBy(unkept, exchanges);
  const key = `${UNKEPT} ${[...new Set(seen.map(({ service }) => service))].join(' ')}`;
  const ids = idsMade(seen, exchanges);
  const refers = (one: Departure): boolean =>
    seenBy([one], exchanges).some((each) =>
      [...leavesOf(sentJson(each))].some((leaf) => ids.has(`${versionOf(each)} ${leaf.split(' ').at(-1) ?? ''}`)),
    );
  const own = new Set([...unkept, ...refused.filter(refers)]);
  return (one) => (own.has(one) ? key : undefined);
}

/** The key of what is lost of some records that are made alone: they are lost among others too, and can be neither changed nor deleted. */
function keysOfSomeUnkept(
  departures: readonly Departure[],
  exchanges: ExchangeIndex,
): (one: Departure) => string | undefined {
  const isGone = (each: Exchange): boolean => makingOf(each, exchanges) !== undefined && !isFound(each, exchanges);
  const made = departures.filter((one) => isOfMade(one) && one.turns === undefined);
  const lossy = new Set(made.filter((one) => seenBy([one], exchanges).some(isGone)).map(endpointOf));
  const isLost = (one: Departure): boolean => {
    const seen = seenBy([one], exchanges);
    return seen.length > 0 && (one.did === 'refused-good' ? seen.every(isGone) : isAmongOthers(one));
  };
  const others = departures.filter((one) => lossy.has(endpointOf(one)) && one.turns === undefined && isLost(one));
  const places = new Set(others.map(endpointOf));
  const own = new Set([...made.filter((one) => places.has(endpointOf(one))), ...others]);
  return (one) => (own.has(one) ? `${UNKEPT} at times ${endpointOf(one)}` : undefined);
}

function isAmongOthers({ check, sights }: Departure): boolean {
  return fits(['lifecycle.batch-kept'], check.rule) && sights.every(({ finding }) => finding.got === 404);
}
