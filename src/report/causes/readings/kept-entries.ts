/** Lists of which a write keeps the first entries alone, or the last, or one for each value of a member: what is read afterwards shows no more of them. */
import { answeredJson, sentJson } from '../exchanges/bodies.ts';
import type { Exchange } from '../../../record/exchange.ts';
import { isMap, type Json } from '../../../record/json.ts';
import { at } from '../../../record/pointer.ts';
import type { Departure } from '../departures/departure.ts';
import { versionOf } from '../departures/departure-place.ts';
import { pointerIn } from '../departures/finding-place.ts';
import { isServed } from '../exchanges/ends.ts';
import type { ExchangeIndex } from '../exchanges/exchange-index.ts';
import { caseOf, versionOf as versionIn } from '../exchanges/exchange-place.ts';
import { holds, listNamed } from '../exchanges/parts-of-json.ts';
import { groupBy } from '../../../record/group-by.ts';
import { listed } from '../../phrase.ts';
import type { CauseReading } from './model.ts';

const KEY = 'kept entries';

/** `Keeps only the first entry of channels on partners/create: 1 of 20`. */
export const keptEntries: CauseReading = ({ own, exchanges }) => {
  if (own[0]?.key.startsWith(`${KEY} `) !== true) return undefined;
  const cuts = own.flatMap((one) => cutsOf(one, exchanges));
  const [first] = cuts;
  if (first === undefined) return undefined;
  const member = memberOf(cuts, exchanges);
  if (member !== undefined)
    return `Keeps one of several entries of ${first.name} that have the same ${member} on ${listed([...new Set(cuts.map(({ operation }) => operation))].sort())}`;
  const way = wayOf(cuts);
  if (way === undefined) return undefined;
  const most = cuts.reduce((one, other) => (other.sent.length > one.sent.length ? other : one));
  const kept = most.shown.length === 1 ? `${way} entry` : `${way} ${most.shown.length} entries`;
  return `Keeps only the ${kept} of ${first.name} on ${first.operation}: ${most.shown.length} of ${most.sent.length}`;
};

/** The key of those that found nothing but that entries of one list are missing, of which such a write keeps one end. */
export function keysOfKeptEntries(
  departures: readonly Departure[],
  exchanges: ExchangeIndex,
): (one: Departure) => string | undefined {
  const of = new Map(departures.map((one) => [one, cutsOf(one, exchanges)]));
  const told = [...of].filter(([, [first]]) => first !== undefined);
  const keyOf = ([one, [first]]: (typeof told)[number]): string =>
    [KEY, versionOf(one), first?.operation, first?.name].join(' ');
  const listOf = ([one, [first]]: (typeof told)[number]): string => [KEY, versionOf(one), first?.name].join(' ');
  const cutsIn = (own: typeof told): readonly Cut[] => own.flatMap(([, some]) => some);
  const byMember = new Set(
    [...groupBy(told, listOf)].flatMap(([key, own]) => (memberOf(cutsIn(own), exchanges) === undefined ? [] : [key])),
  );
  const known = new Set(
    [...groupBy(told, keyOf)].flatMap(([key, own]) => {
      const cuts = cutsIn(own);
      return wayOf(cuts) !== undefined && !isAnyKeptWhole(cuts, exchanges) ? [key] : [];
    }),
  );
  const keys = new Map(told.map((one) => [one[0], byMember.has(listOf(one)) ? listOf(one) : keyOf(one)]));
  return (one) => {
    const key = keys.get(one);
    return key !== undefined && (known.has(key) || byMember.has(key)) ? key : undefined;
  };
}

/** A list as it was sent by a write, and as an answer shows less of it. */
interface Cut {
  readonly name: string;
  readonly operation: string;
  readonly version: string;
  readonly sent: readonly Json[];
  readonly shown: readonly Json[];
}

/** Of each of its sights one; none where one of them is about something else. */
function cutsOf({ kind, layer, turns, sights }: Departure, exchanges: ExchangeIndex): readonly Cut[] {
  if (kind !== 'finding' || layer !== 'value' || turns !== undefined) return [];
  const cuts = sights.map(({ exchange, finding }) => {
    const seen = exchanges.get(exchange);
    const pointer = pointerIn(finding.where);
    return seen === undefined || pointer === undefined ? undefined : cutAt(seen, pointer, exchanges);
  });
  const found = cuts.filter((cut) => cut !== undefined);
  const isOfOne = new Set(found.map(({ operation, name }) => `${operation} ${name}`)).size === 1;
  return found.length === cuts.length && isOfOne ? found : [];
}

function cutAt(seen: Exchange, pointer: string, exchanges: ExchangeIndex): Cut | undefined {
  // What is missing of a list is found at the list, or at an entry of it.
  const place = pointer.replace(/\/\d+(?:\/.*)?$/, '');
  const name = place.split('/').at(-1) ?? '';
  const answered = answeredJson(seen);
  const shown = answered === undefined ? undefined : at(answered, place);
  if (!Array.isArray(shown) || shown.length === 0 || name === '' || !isServed(seen)) return undefined;
  const own = exchanges.ofCase(caseOf(seen));
  const write = own
    .slice(0, own.indexOf(seen) + 1)
    .findLast((one) => isServed(one) && listNamed(sentJson(one), name) !== undefined);
  const sent = write === undefined ? undefined : listNamed(sentJson(write), name);
  const operation = write === undefined ? undefined : exchanges.operationOf(write);
  return operation === undefined || sent === undefined || sent.length <= shown.length
    ? undefined
    : { name, operation, version: versionIn(seen), sent, shown: shown as readonly Json[] };
}

/** Which end of each is kept, always as much of it, where one at least loses what is like nothing else in it. */
function wayOf(cuts: readonly Cut[]): 'first' | 'last' | undefined {
  const isOf = (end: 'first' | 'last'): boolean =>
    cuts.every(({ sent, shown }) => {
      const kept = end === 'first' ? sent.slice(0, shown.length) : sent.slice(-shown.length);
      return kept.every((entry, index) => holds(shown[index], entry));
    });
  const lengths = new Set(cuts.map(({ shown }) => shown.length));
  // Of one list alone that loses its last entry nobody knows how many are kept of others.
  const isSure = lengths.has(1) || new Set(cuts.map(({ sent }) => sent.length)).size > 1;
  if (lengths.size !== 1 || !isSure || !isAnyLost(cuts)) return undefined;
  return isOf('first') ? 'first' : isOf('last') ? 'last' : undefined;
}

/** The member of which all keep one entry for each value, where some of the others differ in the rest; where they differ in it they come whole. */
function memberOf(cuts: readonly Cut[], exchanges: ExchangeIndex): string | undefined {
  const [first] = cuts;
  const [entry] = first?.sent ?? [];
  if (first === undefined || entry === undefined || !isMap(entry) || !isAnyLost(cuts)) return undefined;
  const name = Object.keys(entry).find((member) =>
    cuts.every(
      ({ sent, shown }) => differentIn(sent, member) === shown.length && differentIn(shown, member) === shown.length,
    ),
  );
  const isWhole = ({ sent, shown }: Pick<Cut, 'sent' | 'shown'>): boolean =>
    name !== undefined && sent.length > 1 && differentIn(sent, name) === sent.length && shown.length === sent.length;
  return name !== undefined && writesOf(first, exchanges).some(isWhole) ? name : undefined;
}

/** How many values a member has in a list. */
function differentIn(list: readonly Json[], member: string): number {
  return new Set(list.map((one) => JSON.stringify(at(one, `/${member}`)))).size;
}

/** Whether one at least loses what is like nothing else in it. */
function isAnyLost(cuts: readonly Cut[]): boolean {
  return cuts.some(({ sent, shown }) => sent.some((entry) => !shown.some((other) => holds(other, entry))));
}

/** Lists of that name that were written with success, and as the answer that follows shows them. */
function writesOf(
  { version, name }: Cut,
  exchanges: ExchangeIndex,
): readonly {
  readonly operation: string | undefined;
  readonly sent: readonly Json[];
  readonly shown: readonly Json[];
}[] {
  return exchanges.all.flatMap((write) => {
    const sent = versionIn(write) === version && isServed(write) ? listNamed(sentJson(write), name) : undefined;
    if (sent === undefined) return [];
    const own = exchanges.ofCase(caseOf(write));
    const shown = own
      .slice(own.indexOf(write))
      .map((one) => listNamed(answeredJson(one), name))
      .find((list) => list !== undefined);
    return shown === undefined ? [] : [{ operation: exchanges.operationOf(write), sent, shown }];
  });
}

/** Whether the answer that follows such a write anywhere shows more entries than are kept of these. */
function isAnyKeptWhole([first, ...others]: readonly Cut[], exchanges: ExchangeIndex): boolean {
  if (first === undefined) return false;
  const kept = Math.max(...[first, ...others].map(({ shown }) => shown.length));
  return writesOf(first, exchanges).some(
    ({ operation, sent, shown }) => operation === first.operation && sent.length > kept && shown.length >= sent.length,
  );
}
