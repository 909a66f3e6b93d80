/** What an answer says was made, and what is not there when it is asked for. */
import { answeredJson } from './bodies.ts';
import { maybe } from '../../../record/defined.ts';
import type { Exchange } from '../../../record/exchange.ts';
import { header } from '../../../record/headers.ts';
import type { Json } from '../../../record/json.ts';
import { operationsOf, type ExchangeIndex } from './exchange-index.ts';
import { pathIn, pathOf, placeAt, versionOf } from './exchange-place.ts';
import { textsIn } from './parts-of-json.ts';
import { groupBy } from '../../../record/group-by.ts';
import { listed } from '../../phrase.ts';
import { isServed } from './ends.ts';
import { broughtAlone, traitOf } from './sent-traits.ts';
import { oneLine } from '../../words.ts';

/** The answer that says that what is asked for was made, where this one says that it is not there. */
export function makingOf(missed: Exchange, { all }: ExchangeIndex): Exchange | undefined {
  if (missed.response?.status !== 404) return undefined;
  const makings = makingsIn(all);
  const segments = pathOf(missed).split('/');
  const within = segments.map((_segment, index) => segments.slice(0, index + 1).join('/'));
  return within.map((path) => makings.get(placeAt(missed, path))).findLast((one) => one !== undefined);
}

/** What made the record of a place, found once for all that was exchanged. */
function makingsIn(all: readonly Exchange[]): ReadonlyMap<string, Exchange> {
  let makings = known.get(all);
  if (makings === undefined) {
    makings = new Map(all.flatMap((one) => placesOf(one)));
    known.set(all, makings);
  }
  return makings;
}

const known = new WeakMap<readonly Exchange[], ReadonlyMap<string, Exchange>>();

function placesOf(making: Exchange): readonly (readonly [string, Exchange])[] {
  const place = placeMade(making);
  return place === undefined ? [] : [[placeAt(making, place), making]];
}

/** `students/create answers 201 with a warning, and what it made is not there: 404 on students/read`. */
export function unkeptTitle(met: readonly Exchange[], exchanges: ExchangeIndex): string | undefined {
  const lost = lostByUpdates(met, exchanges);
  if (lost !== undefined) return lost;
  const makings = new Set(met.flatMap((one) => makingOf(one, exchanges) ?? []));
  const [first] = makings;
  if (first === undefined) return undefined;
  const operations = new Set([...makings].map((one) => exchanges.operationOf(one) ?? ''));
  const readWell = new Set(
    exchanges.all.flatMap((one) => (one.request.method === 'GET' && one.response?.status === 200 ? [pathOf(one)] : [])),
  );
  const kept = exchanges.all.filter((one) => {
    const place = placeMade(one);
    return (
      versionOf(one) === versionOf(first) &&
      place !== undefined &&
      operations.has(exchanges.operationOf(one) ?? '') &&
      readWell.has(place)
    );
  });
  const gone = [...makings].filter((one) => !kept.includes(one));
  const sent = broughtAlone(gone, kept, FEWEST_KEPT);
  const said = answerTrait(gone, kept);
  const by = listed(operationsOf([...makings], exchanges));
  const reads = listed(operationsOf(met, exchanges));
  const what = said !== undefined ? ` ${said}` : sent === undefined ? '' : ` ${sent}`;
  // What made it is none of the operations that were run, so that nobody could look there.
  if (by === '') return undefined;
  const isInner = met.every((one) => isWithinFound(one, exchanges));
  return `${by} answers 201${what}, and what it made${isInner ? ' within the record' : ''} is not there: 404 on ${reads}`;
}

/** Whether what is asked for stands below a record that was made, and of which something is found. */
function isWithinFound(missed: Exchange, exchanges: ExchangeIndex): boolean {
  const making = makingOf(missed, exchanges);
  const place = making === undefined ? undefined : placeMade(making);
  if (making === undefined || place === undefined || place === pathOf(missed)) return false;
  const above = placeAt(making, place);
  return [...placesFound(exchanges.all)].some((one) => one === above || one.startsWith(`${above}/`));
}

/** `students/update answers 200 where note is null, and the record is not there afterwards: 404 on students/read`. */
function lostByUpdates(met: readonly Exchange[], exchanges: ExchangeIndex): string | undefined {
  const updates = exchanges.all.filter((one) => ['PATCH', 'PUT'].includes(one.request.method) && isServed(one));
  const ofPlace = groupBy(updates, (one) => placeAt(one, pathOf(one)));
  const before = (missed: Exchange): Exchange | undefined =>
    ofPlace.get(placeAt(missed, pathOf(missed)))?.findLast(({ at }) => at <= missed.at);
  const losing = met.map(before);
  const by = losing.flatMap((one) => one ?? []);
  if (by.length === 0 || losing.includes(undefined)) return undefined;
  const operations = operationsOf(by, exchanges);
  const others = updates.filter((one) => !by.includes(one) && operations.includes(exchanges.operationOf(one) ?? ''));
  const where = traitOf(by, others);
  const statuses = listed([...new Set(by.map(({ response }) => String(response?.status)))]);
  return `${listed(operations)} answers ${statuses}${where === undefined ? '' : ` ${where}`}, and the record is not there afterwards: 404 on ${listed(operationsOf(met, exchanges))}`;
}

/** Where an update was answered with success, and nothing was found at or below it from then on, though nothing removed it. */
export function placesLostByUpdates({ all }: ExchangeIndex): ReadonlySet<string> {
  const last = new Map<string, Exchange>();
  for (const one of all.filter(isServed).toSorted((a, b) => a.at - b.at)) last.set(placeAt(one, pathOf(one)), one);
  const lost = [...last].filter(([, one]) => ['PATCH', 'PUT'].includes(one.request.method));
  const others = [...last.keys()];
  return new Set(lost.flatMap(([place]) => (others.some((other) => other.startsWith(`${place}/`)) ? [] : place)));
}

/** What asks for a record itself. */
const OF_RECORDS: readonly string[] = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'];

/** Whether all of these ask for what was made, and nothing of what was made there is ever found again, whatever is done with it. */
export function keepsNothing(met: readonly Exchange[], exchanges: ExchangeIndex): boolean {
  const makings = met.map((one) => makingOf(one, exchanges));
  if (makings.length === 0 || makings.includes(undefined)) return false;
  const found = placesFound(exchanges.all);
  return !placesMadeWith(met, exchanges).some((place) => found.has(place));
}

/** The ids of all that was made by what made these, with their version. */
export function idsMade(met: readonly Exchange[], exchanges: ExchangeIndex): ReadonlySet<string> {
  return new Set(
    placesMadeWith(met, exchanges).map((place) => `${place.split(' ')[0] ?? ''} ${place.split('/').at(-1) ?? ''}`),
  );
}

/** Where there should be something of all that was made by what made these. */
function placesMadeWith(met: readonly Exchange[], exchanges: ExchangeIndex): readonly string[] {
  const operations = new Set(met.map((one) => maybe(makingOf(one, exchanges), exchanges.operationOf)));
  return [...makingsIn(exchanges.all)].flatMap(([place, making]) =>
    operations.has(exchanges.operationOf(making)) ? [place] : [],
  );
}

/** Whether anything was ever found where this asks. */
export function isFound(one: Exchange, { all }: ExchangeIndex): boolean {
  return placesFound(all).has(placeAt(one, pathOf(one)));
}

/** Where something was found, once for all that was exchanged. */
function placesFound(all: readonly Exchange[]): ReadonlySet<string> {
  let found = foundIn.get(all);
  if (found === undefined) {
    const served = all.filter((one) => OF_RECORDS.includes(one.request.method) && isServed(one));
    found = new Set(served.map((one) => placeAt(one, pathOf(one))));
    foundIn.set(all, found);
  }
  return found;
}

const foundIn = new WeakMap<readonly Exchange[], ReadonlySet<string>>();

/** The place of the record that an answer says it made. */
function placeMade({ request, response }: Exchange): string | undefined {
  const location = request.method === 'POST' && response?.status === 201 ? header(response, 'location') : undefined;
  return location === undefined ? undefined : pathIn(location);
}

/** Fewer to compare with tell nothing. */
const FEWEST_KEPT = 2;

/** What all of these answers say, and none of those: a member that the others lack; `with a warning ("…")`, where it says that it is one. */
function answerTrait(lost: readonly Exchange[], kept: readonly Exchange[]): string | undefined {
  if (lost.length === 0 || kept.length < FEWEST_KEPT) return undefined;
  const others = new Set(kept.flatMap((one) => [...membersOf(one).keys()]));
  const [first, ...more] = lost.map(membersOf);
  const [found] = [...(first ?? [])].filter(([name]) => !others.has(name) && more.every((one) => one.has(name)));
  if (found === undefined) return undefined;
  const [name, value] = found;
  const texts = textsIn(value);
  const sentence = texts.find((text) => text.includes(' '));
  const quoted = sentence === undefined ? '' : ` ("${oneLine(sentence, 60)}")`;
  return `with ${texts.some((text) => /^warning$/i.test(text)) ? 'a warning' : name}${quoted}`;
}

/** The outermost first. */
function membersOf(exchange: Exchange): ReadonlyMap<string, Json> {
  const found = new Map<string, Json>();
  const answered = answeredJson(exchange);
  const visit = (value: Json): void => {
    if (typeof value !== 'object' || value === null) return;
    const entries = Object.entries(value) as [string, Json][];
    if (!Array.isArray(value)) for (const [name, one] of entries) if (!found.has(name)) found.set(name, one);
    for (const [, one] of entries) visit(one);
  };
  if (answered !== undefined) visit(answered);
  return found;
}
