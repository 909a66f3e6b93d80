/** Updates of records, each with what was shown of the record before it and after it. */
import { answeredJson, sentJson } from './bodies.ts';
import { defined } from '../../../record/defined.ts';
import type { Exchange } from '../../../record/exchange.ts';
import type { Json } from '../../../record/json.ts';
import type { ExchangeIndex } from './exchange-index.ts';
import { pathOf, placeAt, versionOf } from './exchange-place.ts';
import { madeAt } from './made-at.ts';
import { membersOf } from './parts-of-json.ts';
import { isServed } from './ends.ts';

type Members = ReadonlyMap<string, Json>;

export interface SeenUpdate {
  readonly one: Exchange;
  /** What it sends. */
  readonly named: Members;
  /** As far as that is known. */
  readonly before: Members;
  /** Of one that succeeds, where it was shown. */
  readonly after?: Members;
}

/** Of one operation: PATCH alone says that what it does not name stays as it is. */
export function updatesSeen(version: string, operation: string, exchanges: ExchangeIndex): readonly SeenUpdate[] {
  const byPlace = placesOf(exchanges.all);
  return exchanges.all.flatMap((one): readonly SeenUpdate[] => {
    if (one.request.method !== 'PATCH' || versionOf(one) !== version || exchanges.operationOf(one) !== operation)
      return [];
    const sent = sentJson(one);
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return [];
    const own = byPlace.get(placeAt(one, pathOf(one))) ?? [];
    const place = own.indexOf(one);
    const before = own.slice(0, place).reduce<Members>(stateAfter, new Map());
    const after = isServed(one) ? shownAfter(one, own[place + 1], before) : undefined;
    return [{ one, named: membersOf(sent), before, ...defined({ after }) }];
  });
}

const known = new WeakMap<readonly Exchange[], ReadonlyMap<string, readonly Exchange[]>>();

/** What was done at each place, in order; a write below a record is done to the record too. */
function placesOf(all: readonly Exchange[]): ReadonlyMap<string, readonly Exchange[]> {
  const before = known.get(all);
  if (before !== undefined) return before;
  const found = new Map<string, Exchange[]>();
  for (const one of all.toSorted((a, b) => a.at - b.at)) {
    const path = pathOf(one);
    const segments = path.split('/');
    const above = isRead(one) ? [path] : segments.map((_one, index) => segments.slice(0, index + 1).join('/'));
    for (const each of new Set([...above, madeAt(one) ?? path])) {
      const list = found.get(placeAt(one, each));
      if (list === undefined) found.set(placeAt(one, each), [one]);
      else list.push(one);
    }
  }
  known.set(all, found);
  return found;
}

/** What is known of a record once this was done. */
function stateAfter(state: Members, one: Exchange): Members {
  if (!isServed(one)) return state;
  const shown = membersOf(answeredJson(one));
  if (isRead(one)) return one.request.method === 'GET' ? shown : state;
  if (one.request.method === 'POST')
    return new Map([...membersOf(onlyOf(sentJson(one))), ...membersOf(onlyOf(answeredJson(one)))]);
  return isRecord(shown, state) ? shown : new Map();
}

/** Some creates take and answer lists: of one record it is plain what is of it. */
function onlyOf(body: Json | undefined): Json | undefined {
  return Array.isArray(body) && body.length === 1 ? (body as readonly Json[])[0] : body;
}

/** As it is read next, or as the update itself shows it. */
function shownAfter(one: Exchange, next: Exchange | undefined, before: Members): Members | undefined {
  if (next !== undefined && next.request.method === 'GET' && isServed(next)) return membersOf(answeredJson(next));
  const shown = membersOf(answeredJson(one));
  return isRecord(shown, before) ? shown : undefined;
}

/** Whether an answer to a write shows the record: most of what it had. */
function isRecord(shown: Members, before: Members): boolean {
  const kept = [...before.keys()].filter((name) => shown.has(name)).length;
  return before.size > 0 && kept * 2 >= before.size;
}

function isRead({ request: { method } }: Exchange): boolean {
  return method === 'GET' || method === 'HEAD';
}
