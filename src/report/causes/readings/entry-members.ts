/** A member of the entries of a list that writes do not keep, or that all entries get of one of them. */
import { answeredJson, sentJson } from '../exchanges/bodies.ts';
import { isMap, sameJson, type Json, ownMember } from '../../../record/json.ts';
import type { Departure } from '../departures/departure.ts';
import { versionOf } from '../departures/departure-place.ts';
import { pointerIn } from '../departures/finding-place.ts';
import { operationName } from '../departures/same-operation.ts';
import { isServed } from '../exchanges/ends.ts';
import type { ExchangeIndex } from '../exchanges/exchange-index.ts';
import { versionOf as versionIn } from '../exchanges/exchange-place.ts';
import { listNamed } from '../exchanges/parts-of-json.ts';
import { listed } from '../../phrase.ts';
import { distinct } from '../../words.ts';
import type { CauseReading } from './model.ts';

const KEY = 'entries';

/** Fewer may be so for what they hold. */
const FEWEST = 2;

/** `Gives all entries of parts the colour of the first one, on orders/create`. */
export const entryMembers: CauseReading = ({ own }) => {
  const [key = '', list = '', member = '', way = ''] = (own[0]?.key ?? '').split(' ');
  if (key !== KEY) return undefined;
  const on = listed(distinct(own.map(({ check }) => `${check.endpoint}/${check.operation}`)).toSorted());
  return way === 'lost'
    ? `Does not keep ${member} of the entries of ${list} on ${on}`
    : `Gives all entries of ${list} the ${member} of the ${way} one, on ${on}`;
};

/** Of those that found nothing but one member of entries, the key of what writes of their operation do with it. */
export function keysOfEntryMembers(
  departures: readonly Departure[],
  exchanges: ExchangeIndex,
): (one: Departure) => string | undefined {
  const known = new Map<string, string | undefined>();
  const keyOf = (one: Departure): string | undefined => {
    const place = placeOf(one);
    if (place === undefined) return undefined;
    const asked = `${operationName(one.check)} ${place.list} ${place.member}`;
    if (!known.has(asked)) known.set(asked, wayOf(one, place, exchanges));
    const way = known.get(asked);
    return way === undefined ? undefined : [KEY, place.list, place.member, way].join(' ');
  };
  const keys = new Map(departures.map((one) => [one, keyOf(one)]));
  return (one) => keys.get(one);
}

interface Place {
  readonly list: string;
  readonly member: string;
}

/** `parts` and `colour`, where all was found at `/parts/0/colour` and the like. */
function placeOf({ kind, layer, turns, sights }: Departure): Place | undefined {
  if (kind !== 'finding' || layer !== 'value' || turns !== undefined) return undefined;
  const found = sights.map(({ finding }) => /([^/]+)\/\d+\/([^/]+)$/.exec(pointerIn(finding.where) ?? ''));
  const [names, ...others] = distinct(found.map((one) => (one === null ? '' : `${one[1] ?? ''} ${one[2] ?? ''}`)));
  const [list = '', member = ''] = names?.split(' ') ?? [];
  return member === '' || others.length > 0 ? undefined : { list, member };
}

type Way = 'lost' | 'first' | 'last';

interface Entry {
  readonly sent: Json | undefined;
  readonly shown: Json | undefined;
}

/** What becomes of the member in all that was sent to the operation and answered with the list. */
function wayOf(one: Departure, { list, member }: Place, exchanges: ExchangeIndex): Way | undefined {
  const operation = `${one.check.endpoint}/${one.check.operation}`;
  const lists = exchanges.all.flatMap((each): (readonly Entry[])[] => {
    if (versionIn(each) !== versionOf(one) || exchanges.operationOf(each) !== operation || !isServed(each)) return [];
    const sent = listNamed(sentJson(each), list);
    const shown = listNamed(answeredJson(each), list);
    if (sent === undefined || sent.length !== shown?.length) return [];
    return [sent.map((entry, index) => ({ sent: at(entry, member), shown: at(shown[index], member) }))];
  });
  const given = lists.flat().filter(({ sent }) => sent !== undefined && sent !== null);
  if (given.length < FEWEST) return undefined;
  if (given.every(({ shown }) => shown === undefined)) return 'lost';
  const mixed = lists.filter((entries) => entries.some(({ sent }) => !sameJson(sent, entries[0]?.sent)));
  const isOf = (end: 0 | -1): boolean =>
    mixed.every((entries) => entries.every(({ shown }) => sameJson(shown, entries.at(end)?.sent)));
  if (mixed.length === 0) return undefined;
  return isOf(0) ? 'first' : isOf(-1) ? 'last' : undefined;
}

function at(entry: Json | undefined, member: string): Json | undefined {
  return isMap(entry) ? ownMember(entry, member) : undefined;
}
