/**
 * How exchanges ended, beyond their status: an update that is answered with success and not done, as what is read next shows, and a
 * read that lacks members which the same record shows before and after. Each alone is a matter of rules; here it is told apart for
 * those that end so at one time and not at another.
 */
import { answeredJson, sentJson } from './bodies.ts';
import type { Exchange } from '../../../record/exchange.ts';
import type { Json } from '../../../record/json.ts';
import { endOf, isServed } from './ends.ts';
import { pathOf, placeAt, versionOf } from './exchange-place.ts';
import { groupBy } from '../../../record/group-by.ts';
import { madeAt } from './made-at.ts';
import { listIn, memberNames, membersOf, plainName } from './parts-of-json.ts';
import { listed } from '../../phrase.ts';

/** An update that was answered with success, and is not seen by what reads afterwards. */
export const LOST = 'lost';
/** After the status of an update that is seen by what reads afterwards. */
export const KEPT = ' kept';
/** `lacks participant_id`: a read that shows less than others of the same record. */
export const LACKS = 'lacks ';

/** How exchanges ended, and of lost updates which members are as they were before. */
export interface Outcomes {
  /** A status, `200 kept`, how an exchange failed, `lost`, or `lacks …`. */
  readonly of: OutcomeOf;
  readonly missedBy: (write: Exchange) => readonly string[];
  /** Of an update that is seen: the members that it gave values which the record did not have, as far as that is known. */
  readonly changedBy: (write: Exchange) => readonly string[];
  /** Of a lost one: whether a later read has what it asked for, though nobody asked for that again. */
  readonly isShownLate: (write: Exchange) => boolean;
}

export type OutcomeOf = (exchange: Exchange) => string | undefined;

/**
 * @param isMeant whether an exchange is to be served: what must be refused shows nothing of what is stored
 * @param areBelieved whether reads show what was written
 */
export function outcomesOf(
  all: readonly Exchange[],
  isMeant: (exchange: Exchange) => boolean,
  areBelieved: boolean,
): Outcomes {
  const found = new Map<Exchange, Outcome>();
  const shared = sharedPlaces(all);
  const writes = groupBy(all.filter(isWrite), versionOf);
  for (const own of groupBy(all.filter(isMeant), ({ service, spec, group }) => `${service}@${spec} ${group}`).values())
    for (const [exchange, outcome] of [
      ...(areBelieved ? updatesIn(own, shared) : []),
      ...lackingIn(own, shared, own[0] === undefined ? [] : (writes.get(versionOf(own[0])) ?? [])),
    ])
      found.set(exchange, outcome);
  return {
    of: (exchange) => found.get(exchange)?.end ?? endOf(exchange),
    missedBy: (write) => found.get(write)?.missed ?? [],
    changedBy: (write) => found.get(write)?.changed ?? [],
    isShownLate: (write) => found.get(write)?.isLate === true,
  };
}

interface Outcome {
  readonly end: string;
  readonly missed?: readonly string[];
  readonly changed?: readonly string[];
  readonly isLate?: boolean;
}

type Told = readonly (readonly [Exchange, Outcome])[];

/** Updates of a group that are seen by what reads next, or not. */
function updatesIn(own: readonly Exchange[], shared: ReadonlySet<string>): Told {
  return own.flatMap((update, index): Told => {
    const place = pathOf(update);
    if (!isUpdate(update) || !isServed(update) || shared.has(placeAt(update, place))) return [];
    const next = own
      .slice(index + 1)
      .find((one) => (isChange(one) && areNear(pathOf(one), place)) || isReadOf(one, place));
    if (next === undefined || !isRead(next)) return [];
    const before = leavesIn(shownLast(own.slice(0, index), place));
    const [asked, shown] = [leavesIn(sentJson(update)), leavesIn(answeredJson(next))];
    // What is never shown, or not here, may be kept all the same.
    const visible = [...asked].filter(([name, values]) => shown.has(name) || values.has(null));
    const unseen = visible.filter(([name, values]) => !isKept(values, shown.get(name)));
    if (visible.length === 0) return [];
    if (unseen.length === 0) {
      // What it had already shows nothing of whether it is kept.
      const changed = visible.filter(([name, values]) => !isKept(values, before.get(name))).flatMap(given);
      return [[update, { end: `${endOf(update) ?? ''}${KEPT}`, changed }]];
    }
    const isAsBefore = unseen.every(([name]) =>
      [...(shown.get(name) ?? [])].every((value) => before.get(name)?.has(value) === true),
    );
    const missed = unseen.flatMap(given);
    const isLate = isShownLater(missed, asked, own.slice(own.indexOf(next) + 1), place);
    return isAsBefore ? [[update, { end: LOST, missed, isLate }]] : [];
  });
}

/** Whether a later read shows all of these as they were asked for, with no other write in between that names one of them. */
function isShownLater(
  missed: readonly string[],
  asked: ReadonlyMap<string, ReadonlySet<Json>>,
  later: readonly Exchange[],
  place: string,
): boolean {
  const again = later.findIndex(
    (one) => isWrite(one) && areNear(pathOf(one), place) && missed.some((name) => memberNames(sentJson(one)).has(name)),
  );
  const between = again < 0 ? later : later.slice(0, again);
  return (
    missed.length > 0 &&
    between.some((one) => {
      const shown = isReadOf(one, place) ? leavesIn(answeredJson(one)) : undefined;
      return missed.every((name) => isKept(asked.get(name) ?? new Set(), shown?.get(name)));
    })
  );
}

/** The members that are lacking where a read ended so. */
export function lackedIn(end: string): readonly string[] {
  return isPartly(end) ? end.slice(LACKS.length).split(/, | and /) : [];
}

/** Whether it is an end of a read that shows less than others. */
export function isPartly(end: string | undefined): boolean {
  return end?.startsWith(LACKS) === true;
}

/** That it clears others is another matter. */
function given([name, values]: readonly [string, ReadonlySet<Json>]): readonly string[] {
  return values.has(null) ? [] : [name];
}

function shownLast(earlier: readonly Exchange[], place: string): Json | undefined {
  const read = earlier.findLast((one) => isReadOf(one, place));
  return read === undefined ? undefined : answeredJson(read);
}

function isUpdate({ request }: Exchange): boolean {
  return request.method === 'PATCH' || request.method === 'PUT';
}

function isRead({ request, response }: Exchange): boolean {
  return request.method === 'GET' && response?.status === 200;
}

function isReadOf(exchange: Exchange, place: string): boolean {
  return isRead(exchange) && pathOf(exchange) === place;
}

/** What an update asks for, where it is plain. */
function isKept(asked: ReadonlySet<Json>, shown: ReadonlySet<Json> | undefined): boolean {
  return [...asked].every((value) =>
    value === null ? shown === undefined || shown.has(null) : shown?.has(value) === true,
  );
}

/** Plain values by the name of their member. */
function leavesIn(
  value: Json | undefined,
  name = '',
  found = new Map<string, Set<Json>>(),
): ReadonlyMap<string, ReadonlySet<Json>> {
  if (value === undefined) return found;
  if (typeof value !== 'object' || value === null) found.set(name, (found.get(name) ?? new Set()).add(value));
  else
    for (const [key, inner] of Object.entries(value)) leavesIn(inner as Json, Array.isArray(value) ? name : key, found);
  return found;
}

/**
 * Reads of a record that lack what was shown of it, where it is shown again though nobody wrote it in between.
 * @param written all that was written to the version, by this group and by others
 */
function lackingIn(own: readonly Exchange[], shared: ReadonlySet<string>, written: readonly Exchange[]): Told {
  // Of what is not kept whole nothing can be said to lack.
  const reads = own.flatMap((exchange, index) =>
    exchange.request.method === 'GET' && endOf(exchange) === '200' && exchange.response?.reduced === undefined
      ? [{ exchange, index }]
      : [],
  );
  const writes = own.flatMap((exchange, index) => (isWrite(exchange) ? [{ exchange, index }] : []));
  // Which page is asked for may stand in a header.
  const asked = ({ exchange: { request } }: { readonly exchange: Exchange }): string =>
    [request.url, ...request.headers.map(String)].join(' ');
  return [...groupBy(reads, asked).values()].flatMap((again): Told => {
    const [first] = again;
    if (first === undefined || again.length < 2 || shared.has(placeAt(first.exchange, pathOf(first.exchange))))
      return [];
    const place = pathOf(first.exchange);
    const changes = writes.flatMap(({ exchange: one, index }) => (writesTo(one, place) ? [index] : []));
    // Others may have made what is listed there, changed it and taken it away while it was read.
    const others = written.filter((one) => one.group !== first.exchange.group && writesTo(one, place)).map(pathOf);
    const spans = groupBy(again, ({ index }) => String(changes.filter((change) => change < index).length));
    return [...spans.values()].flatMap((span): Told => {
      if (span.length < 2) return [];
      const answers = span.map(({ exchange }) => answeredJson(exchange));
      const missing =
        others.length === 0 ? missingIn(answers.map((one) => memberNames(one))) : ofRecords(answers, others);
      return span.flatMap(({ exchange }, at) => {
        const lacked = [...(missing[at] ?? [])];
        return lacked.length === 0 ? [] : [[exchange, { end: `${LACKS}${listed(lacked)}` }] as const];
      });
    });
  });
}

/** By answer: what it lacks of all that they show, where one that comes later lacks nothing. What is gone for good may have been taken away by somebody. */
function missingIn(shown: readonly (ReadonlySet<string> | undefined)[]): readonly ReadonlySet<string>[] {
  const all = new Set(shown.flatMap((one) => [...(one ?? [])]));
  const missing = shown.map((one) => new Set(one === undefined ? [] : [...all].filter((name) => !one.has(name))));
  const last = shown.findLastIndex((one) => one?.size === all.size);
  return missing.slice(0, last).some(({ size }) => size > 0) ? missing : shown.map(() => new Set<string>());
}

/**
 * Likewise of lists that others write to, record by record.
 * @param changed the paths that others wrote to: records of which one tells are theirs
 */
function ofRecords(answers: readonly (Json | undefined)[], changed: readonly string[]): readonly ReadonlySet<string>[] {
  const theirs = new Set(changed.map((path) => path.split('/').at(-1)));
  const lists = answers.map((one) => listIn(one ?? null).map((entry) => ({ entry, members: membersOf(entry) })));
  // What all of them have, and no two of a list alike, tells one from the other.
  const names = [...(lists.find((list) => list.length > 0)?.[0]?.members.keys() ?? [])].filter((name) =>
    lists.every((list) => {
      const values = list.map(({ members }) => members.get(name));
      return values.every(isPlain) && new Set(values).size === values.length;
    }),
  );
  if (names.length === 0) return answers.map(() => new Set<string>());
  const byRecord = lists.map(
    (list) =>
      new Map(
        list.flatMap(({ entry, members }) => {
          const key = names.map((name) => String(members.get(name)));
          return key.some((value) => theirs.has(value)) ? [] : [[key.join(' '), memberNames(entry)] as const];
        }),
      ),
  );
  const keys = new Set(byRecord.flatMap((records) => [...records.keys()]));
  const found = [...keys].map((key) => missingIn(byRecord.map((records) => records.get(key))));
  return answers.map((_answer, at) => new Set(found.flatMap((missing) => [...(missing[at] ?? [])])));
}

function isPlain(value: Json | undefined): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

/** Where more than one record was made: what is read there is now of the one and now of the other. */
function sharedPlaces(all: readonly Exchange[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const one of all) {
    const path = madeAt(one);
    if (path === undefined) continue;
    const place = placeAt(one, path);
    if (seen.has(place)) shared.add(place);
    seen.add(place);
  }
  return shared;
}

/** Whether an answer has members of all of these names. */
export function shows(exchange: Exchange, names: readonly string[]): boolean {
  const shown = memberNames(answeredJson(exchange));
  return names.every((name) => shown.has(name));
}

/** Whether one of them stands there under another spelling of its name. */
export function showsOtherwiseNamed(exchange: Exchange, names: readonly string[]): boolean {
  const words = new Set(names.map(plainName));
  return words.size > 0 && [...memberNames(answeredJson(exchange))].some((name) => words.has(plainName(name)));
}

/** The names of the members of an answer. */
export function formOf(exchange: Exchange): string {
  return [...memberNames(answeredJson(exchange))].sort().join(' ');
}

function isChange(exchange: Exchange): boolean {
  return ['PATCH', 'PUT', 'DELETE'].includes(exchange.request.method) && isServed(exchange);
}

function isWrite(exchange: Exchange): boolean {
  return isChange(exchange) || exchange.request.method === 'POST';
}

/** Whether what stands at the place may be another after it. */
function writesTo(one: Exchange, place: string): boolean {
  return (isChange(one) && areNear(pathOf(one), place)) || addsTo(one, place);
}

/** Whether it may have made a record of the list that stands there. */
function addsTo(exchange: Exchange, place: string): boolean {
  return exchange.request.method === 'POST' && pathOf(exchange) === place;
}

/** Whether a change of the one may be seen at the other. */
function areNear(one: string, other: string): boolean {
  return isWithin(one, other) || isWithin(other, one);
}

function isWithin(one: string, place: string): boolean {
  return one === place || one.startsWith(`${place}/`);
}
