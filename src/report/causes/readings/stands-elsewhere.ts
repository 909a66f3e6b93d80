/** Members that an answer has in another object than they should stand in: one above, one below, or one beside it. */
import { answeredJson, sentJson } from '../exchanges/bodies.ts';
import { maybe } from '../../../record/defined.ts';
import type { Exchange } from '../../../record/exchange.ts';
import { isMap, sameJson, type Json } from '../../../record/json.ts';
import { at, holderOf, lastName, pointerPart } from '../../../record/pointer.ts';
import type { Departure, Sight } from '../departures/departure.ts';
import type { ExchangeIndex } from '../exchanges/exchange-index.ts';
import { versionOf } from '../departures/departure-place.ts';
import { versionOf as versionIn } from '../exchanges/exchange-place.ts';
import { membersIn, pointerIn } from '../departures/finding-place.ts';
import { wantedIn } from '../departures/finding-value.ts';
import { groupBy } from '../../../record/group-by.ts';
import { distinct } from '../../words.ts';

/** A member, and in words where it stands in place of where it should. */
export interface Displaced {
  readonly name: string;
  /** `within details instead of beside it`. */
  readonly where: string;
  readonly exchange: string;
  /** The object that holds it now, where that has a name. */
  readonly holder: string;
  /** That object is not there at all. */
  readonly isUnwrapped?: true;
}

/** What is not there, as far out as that is so. */
interface Missing {
  readonly name: string;
  /** Pointer to the object that lacks it. */
  readonly parent: string;
  /** What was to be found in it, or it itself. */
  readonly sought: string;
  readonly wanted: Json | undefined;
}

/** What departures of one version and endpoint found elsewhere. */
export function displacedIn(
  departures: readonly Departure[],
  exchanges: ExchangeIndex,
): (one: Departure) => readonly Displaced[] {
  const found = new Map<string, readonly Displaced[]>();
  for (const [place, own] of groupBy(departures.filter(isOfParts), placeOf)) {
    const sights = own.flatMap((one) => one.sights);
    const added = groupBy(
      sights.filter(({ finding }) => finding.kind === 'added'),
      ({ exchange }) => exchange,
    );
    const isSentIn = sentBy(place.split(' ')[0] ?? '', exchanges);
    const all = sights.filter(isMissing).flatMap((sight) => {
      const pointers = (added.get(sight.exchange) ?? []).flatMap(({ finding }) => pointerIn(finding.where) ?? []);
      return displaced(sight, exchanges.get(sight.exchange), new Set(pointers), isSentIn);
    });
    if (all.length > 0) found.set(place, [...all, ...unwrappedToo(all, [...added.values()].flat(), isSentIn)]);
  }
  return (one) => (found.size > 0 && isOfParts(one) ? (found.get(placeOf(one)) ?? []) : []);
}

/** What else stands there of an object that is known not to be there: of some answers not all that is wrong is listed. */
function unwrappedToo(all: readonly Displaced[], added: readonly Sight[], isSentIn: IsSentIn): readonly Displaced[] {
  const names = new Set(all.map(({ name }) => name));
  const [first, ...others] = distinct(
    all.map(({ holder, isUnwrapped }) => (isUnwrapped === true ? holder : undefined)),
  );
  if (first === undefined || others.length > 0) return [];
  const more = new Map(added.map((sight) => [nameOf(sight) ?? '', sight.exchange]));
  return [...more].flatMap(([name, exchange]) =>
    names.has(name) || !isSentIn(name, first) ? [] : [{ ...loose(name, '', first), exchange }],
  );
}

type IsSentIn = (name: string, holder: string) => boolean;

/** Whether anybody sends a member of that name in an object of that name: then it may rightly stand there. */
function sentBy(version: string, { all }: ExchangeIndex): IsSentIn {
  let sent: readonly (Json | undefined)[] | undefined;
  return (name, holder) => {
    sent ??= all.filter((one) => versionIn(one) === version).map(sentJson);
    return sent.some((body) => holds(body, name, holder));
  };
}

/** Whether all that it found is about what stands elsewhere, about what that stands in, or about what is gone beside it. */
export function isOfDisplaced({ sights }: Departure, displaced: readonly Displaced[]): boolean {
  const names = new Set<string | undefined>(displaced.flatMap(({ name, holder }) => [name, holder]));
  const answers = new Set(displaced.map(({ exchange }) => exchange));
  const isBelow = isBelowUnwrapped(displaced);
  return (
    displaced.length > 0 &&
    sights.length > 0 &&
    sights.every(
      (sight) => names.has(nameOf(sight)) || (isMissing(sight) && (answers.has(sight.exchange) || isBelow(sight))),
    )
  );
}

/** Whether it is about a member of an object that is not there at all. */
function isBelowUnwrapped(displaced: readonly Displaced[]): (sight: Sight) => boolean {
  const unwrapped = new Set(displaced.flatMap(({ holder, isUnwrapped }) => (isUnwrapped === true ? [holder] : [])));
  return ({ finding }) => membersIn(finding.where).some((name) => unwrapped.has(name));
}

/** Names of what is gone beside it. */
export function goneBeside(own: readonly Departure[], displaced: readonly Displaced[]): readonly string[] {
  const names = new Set(displaced.flatMap(({ name, holder }) => [name, holder]));
  // Of what has no object around it any more nothing is gone.
  const isOfUnwrapped = isBelowUnwrapped(displaced);
  const missing = own.flatMap(({ sights }) =>
    sights.filter((sight) => isMissing(sight) && !isOfUnwrapped(sight)).map(nameOf),
  );
  return distinct(missing).filter((name) => !names.has(name));
}

function isOfParts({ layer, kind, turns }: Departure): boolean {
  return kind === 'finding' && turns === undefined && (layer === 'shape' || layer === 'value');
}

function placeOf(one: Departure): string {
  return `${versionOf(one)} ${one.check.endpoint}`;
}

function isMissing({ finding: { kind, where } }: Sight): boolean {
  return where.startsWith('body#') && (kind === 'lost' || kind === 'absent' || kind === 'no-list');
}

function nameOf({ finding: { member, where } }: Sight): string | undefined {
  return member ?? maybe(pointerIn(where), lastName);
}

/** @param added what nobody declares of the answer */
function displaced(
  { exchange, finding }: Sight,
  seen: Exchange | undefined,
  added: ReadonlySet<string>,
  isSentIn: IsSentIn,
): readonly Displaced[] {
  const body = seen === undefined ? undefined : answeredJson(seen);
  const missing = body === undefined ? undefined : missingIn(finding, body);
  if (body === undefined || missing === undefined) return [];
  const isTold = ({ holder, pointer, name }: Place): boolean => {
    if (added.has(pointer) || added.has(holderOf(pointer))) return true;
    // By chance a value that says little stands somewhere else too, and some members rightly stand in several objects.
    const isThere = isTelling(missing.wanted) && sameJson(at(body, pointer), missing.wanted);
    return isThere && (holder === '' || holder === missing.name || !isSentIn(name, holder));
  };
  const places = placesOf(missing, body).filter(isTold);
  const told = places.length > 0 ? places.slice(0, places.length === 1 ? 1 : 0) : looseOf(missing, added, isSentIn);
  return told.map(({ pointer: _pointer, ...place }) => ({ ...place, exchange }));
}

/** What is to stand in a missing object, and stands where that should. */
function looseOf({ name, parent }: Missing, added: ReadonlySet<string>, isSentIn: IsSentIn): readonly Place[] {
  const here = [...added].filter((pointer) => holderOf(pointer) === parent);
  return here.some((pointer) => isSentIn(lastName(pointer), name))
    ? here.map((pointer) => loose(lastName(pointer), pointer, name))
    : [];
}

function loose(name: string, pointer: string, without: string): Place {
  return { name, pointer, holder: without, where: `without ${without} around it`, isUnwrapped: true };
}

/** What is missing, and not the object that it should stand in. */
function missingIn(finding: Sight['finding'], body: Json): Missing | undefined {
  const pointer = pointerIn(finding.where) ?? '';
  const sought = finding.member ?? lastName(pointer);
  let [parent, name] = finding.member === undefined ? [holderOf(pointer), sought] : [pointer, sought];
  while (parent !== '' && at(body, parent) === undefined) [parent, name] = [holderOf(parent), lastName(parent)];
  const holder = membersOf(at(body, parent));
  return holder === undefined || Object.hasOwn(holder, name) || sought === ''
    ? undefined
    : { name, parent, sought, wanted: wantedIn(finding) };
}

interface Place {
  readonly name: string;
  readonly pointer: string;
  readonly holder: string;
  readonly where: string;
  readonly isUnwrapped?: true;
}

/** Where members of its name stand nearby. */
function placesOf({ name, parent, sought }: Missing, body: Json): readonly Place[] {
  const own = lastName(parent);
  const outer = parent === '' ? undefined : membersOf(at(body, holderOf(parent)));
  const within = (root: string, instead: string): readonly Place[] =>
    Object.entries(membersOf(at(body, root)) ?? {}).flatMap(([key, value]) => {
      const holder = `${root}/${pointerPart(key)}`;
      return holder !== parent && Object.hasOwn(membersOf(value) ?? {}, name)
        ? [{ name, pointer: `${holder}/${name}`, holder: key, where: `within ${key} instead of ${instead}` }]
        : [];
    });
  const isBeside = outer !== undefined && Object.hasOwn(outer, name);
  const isLoose = sought !== name && Object.hasOwn(membersOf(at(body, parent)) ?? {}, sought);
  return [
    ...within(parent, 'beside it'),
    ...(outer === undefined ? [] : within(holderOf(parent), `within ${own}`)),
    ...(isBeside
      ? [{ name, pointer: `${holderOf(parent)}/${name}`, holder: '', where: `beside ${own} instead of within it` }]
      : []),
    ...(isLoose ? [loose(sought, `${parent}/${sought}`, name)] : []),
  ];
}

function membersOf(value: Json | undefined): Readonly<Record<string, Json>> | undefined {
  return isMap(value) ? value : undefined;
}

/** Whether an object that is the value of such a member has it. */
function holds(value: Json | undefined, name: string, holder: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([key, one]) =>
      (key === holder && Object.hasOwn(membersOf(one as Json) ?? {}, name)) || holds(one as Json, name, holder),
  );
}

function isTelling(value: Json | undefined): boolean {
  if (typeof value === 'number') return !Number.isInteger(value) || Math.abs(value) > 9;
  return typeof value === 'string'
    ? value.length > 2
    : typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}
