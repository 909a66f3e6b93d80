/** What a body holds, wherever it stands in it. */
import { answeredJson } from './bodies.ts';
import type { Exchange } from '../../../record/exchange.ts';
import { isMap, sameJson, type Json, ownMember } from '../../../record/json.ts';

/** Numbers and texts by the name of their member: `id 7`. What says yes or no identifies nothing. */
export function leavesOf(value: Json | undefined, name = '', found = new Set<string>()): ReadonlySet<string> {
  if (typeof value === 'string' || typeof value === 'number') found.add(`${name} ${value}`);
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) leavesOf(one as Json, Array.isArray(value) ? name : key, found);
  return found;
}

/** What of these was not given, as an identifier that an answer brings. */
export function newLeaves(value: Json | undefined, given: ReadonlySet<string>): readonly string[] {
  return [...leavesOf(value)].filter((leaf) => !given.has(leaf));
}

export function textsIn(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap((one) => textsIn(one as Json)) : [];
}

/** As many records as the longest list in an answer has. */
export function recordsIn(exchange: Exchange): number {
  return listShown(exchange).length;
}

/** The longest list in an answer. */
export function listShown(exchange: Exchange): readonly Json[] {
  return listIn(answeredJson(exchange) ?? null);
}

/** The longest list in it, wherever that stands. */
export function listIn(value: Json): readonly Json[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).map((one) => listIn(one as Json));
  return [Array.isArray(value) ? (value as readonly Json[]) : [], ...inner].reduce((longest, list) =>
    list.length > longest.length ? list : longest,
  );
}

/** Names of members, at whatever depth, those of entries of lists too. */
export function memberNames(value: Json | undefined, found = new Set<string>()): ReadonlySet<string> {
  if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value) as [string, Json][]) {
      if (!Array.isArray(value)) found.add(name);
      memberNames(one, found);
    }
  return found;
}

/** Members by name, at whatever depth, but for those of entries of lists; the outermost of a name. */
export function membersOf(value: Json | undefined, found = new Map<string, Json>()): ReadonlyMap<string, Json> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return found;
  const entries = Object.entries(value) as [string, Json][];
  for (const [name, one] of entries) if (!found.has(name)) found.set(name, one);
  for (const [, one] of entries) membersOf(one, found);
  return found;
}

/** The list that is the value of a member of that name, wherever it stands. */
export function listNamed(value: Json | undefined, name: string): readonly Json[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, one] of Object.entries(value) as [string, Json][]) {
    if (key === name && Array.isArray(one)) return one as readonly Json[];
    const inner = listNamed(one, name);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** The same word, however its parts are put together. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Whether an entry has all that another one says; a service may add to it. */
export function holds(entry: Json | undefined, said: Json): boolean {
  if (!isMap(said)) return sameJson(entry, said);
  return isMap(entry) && Object.entries(said).every(([name, value]) => sameJson(ownMember(entry, name), value));
}
