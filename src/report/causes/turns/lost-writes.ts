/**
 * Records that are answered as made or deleted, and are not, at one time and not at another, on several operations, or are gone only
 * later on. Whatever rests on what should have been there, or gone, is that one cause.
 */
import { answeredJson } from '../exchanges/bodies.ts';
import type { Exchange } from '../../../record/exchange.ts';
import type { Json } from '../../../record/json.ts';
import { fits, type RulePattern } from '../../../record/rule-pattern.ts';
import { groupBy } from '../../../record/group-by.ts';
import { listed } from '../../phrase.ts';
import type { Departure } from '../departures/departure.ts';
import { asReading } from '../departures/reading-habit.ts';
import { operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { pathOf, versionOf } from '../exchanges/exchange-place.ts';
import { formOf } from '../exchanges/outcomes.ts';
import { isServed } from '../exchanges/ends.ts';
import { traitOf } from '../exchanges/sent-traits.ts';
import { isUnseenCreate, isUnseenDelete, restingOnUnseen } from './unseen-writes.ts';

type IsMeant = (exchange: Exchange) => boolean;

/** What was asked of one record, and what became of it. */
interface Write {
  readonly exchange: Exchange;
  readonly isLost: boolean;
  /** Of a create: what its answer calls the record. */
  readonly id?: string;
  /** It was not there, or not gone, at first. */
  readonly isLate?: boolean;
}

interface Way {
  readonly key: string;
  /** Undefined where there are too few to say so. */
  readonly says: (writes: readonly Write[], exchanges: ExchangeIndex) => string | undefined;
  readonly writesIn: (own: readonly Exchange[], isMeant: IsMeant) => readonly Write[];
  /** Whether one may be lost, as far as is seen in its group. */
  readonly isUnseen: (write: Exchange, group: readonly Exchange[]) => boolean;
  /** Whether a departure is of what may rest on such writes. */
  readonly owns: (one: Departure) => boolean;
}

/** Fewer of each are no turns. */
const FEWEST = 4;
const FEWEST_OPERATIONS = 2;
/** One may be chance. */
const FEWEST_LATE = 2;
/** Of so many one at least; what is rarer is not told from chance. */
const RAREST = 12;

const OF_RECORDS: readonly RulePattern[] = [
  'lifecycle.*',
  'store.*',
  'body.*',
  'http.made',
  // The others ask nothing of what was made or deleted.
  'page.walk-complete',
  'page.total-grown',
  'page.total-shrunk',
  'page.added-during-walk',
  'page.removed-during-walk',
  'page.not-enabled',
];
/** What is tried on a record that has to be there first. */
const ON_RECORDS: readonly RulePattern[] = [
  'outcome.*',
  'input.*',
  'coverage.*',
  'media.*',
  'method.*',
  'path.*',
  'query.*',
];

/** What is not there is refused wherever it is named. */
export const CREATES_LOST = 'creates lost by turns';

const OF_DELETES: Pick<Way, 'writesIn' | 'isUnseen' | 'owns'> = {
  writesIn: deletes,
  isUnseen: isUnseenDelete,
  owns: ({ base }) => fits([...OF_RECORDS, 'outcome.*', 'input.deleted-reference', 'input.duplicate-beside'], base),
};

const OF_CREATES: Pick<Way, 'writesIn' | 'isUnseen' | 'owns'> = {
  writesIn: creates,
  isUnseen: isUnseenCreate,
  owns: ({ base, layer }) =>
    fits(OF_RECORDS, base) || (fits(ON_RECORDS, base) && (layer === 'status' || layer === 'value')),
};

const WAYS: readonly Way[] = [
  { key: 'ids of others', says: calledAsOthers, ...OF_CREATES },
  {
    key: CREATES_LOST,
    says: byTurns((share, on) => `Does not store ${share} that it answers as made, on ${on}`),
    ...OF_CREATES,
  },
  {
    key: 'deletes lost by turns',
    says: byTurns((share, on) => `Does not delete ${share} that it answers as deleted, on ${on}`),
    ...OF_DELETES,
  },
  { key: 'deletes done late', says: doneLate, ...OF_DELETES },
];

/** The same departures; those that rest on what is lost so have one key. @param isMeant whether it is to be served */
export function withLostWrites(
  departures: readonly Departure[],
  exchanges: ExchangeIndex,
  isMeant: IsMeant,
): readonly Departure[] {
  if (departures.length === 0) return departures;
  const byVersion = groupBy(exchanges.all, versionOf);
  const found = [...byVersion].flatMap(([version, own]) =>
    WAYS.flatMap((way) => {
      const groups = [...groupBy(own, ({ group }) => group).values()];
      const writes = groups.flatMap((all) => way.writesIn(all, isMeant));
      const says = way.says(writes, exchanges);
      if (says === undefined) return [];
      return [{ version, way, says, rests: restingOnUnseen(own, exchanges, way.isUnseen) }];
    }),
  );
  if (found.length === 0) return departures;
  return departures.map((one): Departure => {
    const { check, turns, layer, kind } = one;
    if (turns !== undefined || layer === 'apart' || layer === 'attendant' || kind === 'version') return one;
    const of = found.find(
      ({ version, way, rests }) => version === `${check.service}@${check.spec}` && way.owns(one) && rests(one),
    );
    return of === undefined
      ? one
      : asReading(one, { key: of.way.key, says: of.says, isWhole: true, did: 'refused-good' });
  });
}

/** What is lost so often and no more, by turns. */
function byTurns(words: (share: string, on: string) => string): Way['says'] {
  return (writes, exchanges) => {
    // What comes late is not lost.
    if (writes.some(({ isLate }) => isLate === true)) return undefined;
    const [lost, done] = [sentIn(writes, true), sentIn(writes, false)];
    if (lost.length < FEWEST || done.length < FEWEST || lost.length * RAREST < writes.length) return undefined;
    const [operations, others] = [operationsOf(lost, exchanges), operationsOf(done, exchanges)];
    if (operations.length < FEWEST_OPERATIONS || !operations.some((name) => others.includes(name))) return undefined;
    // What is special about all of those that are lost says more than how many they are.
    if (traitOf(lost, done) !== undefined) return undefined;
    const oneIn = Math.max(2, Math.round(writes.length / lost.length));
    return words(oneIn === 2 ? 'every second record' : `one in ${oneIn} records`, listed(operations));
  };
}

/** `Answers a create with the id of a record that stands below another parent, where the new one is not found, on orders-lines/create`. */
function calledAsOthers(writes: readonly Write[], exchanges: ExchangeIndex): string | undefined {
  const called = groupBy(writes, ({ exchange, id = '' }) => `${exchanges.operationOf(exchange) ?? ''} ${id}`);
  const parentsOf = (own: readonly Write[]): number => new Set(own.map(({ exchange }) => pathOf(exchange))).size;
  const all = [...called.values()];
  // Where each parent counts its own, records of several are called alike, and each is found.
  const isCalledApart = all.every((own) => parentsOf(own.filter(({ isLost }) => !isLost)) < 2);
  const lost = all.filter((own) => own.some(({ isLost }) => isLost));
  // Of some nobody asks for what is called alike.
  const shared = lost.filter((own) => parentsOf(own) > 1);
  if (shared.length < FEWEST_LATE || !isCalledApart || shared.length * 2 <= lost.length) return undefined;
  const on = listed(operationsOf(sentIn(lost.flat(), true), exchanges));
  return `Answers a create with the id of a record below another parent, where the new one is not found, on ${on}`;
}

/** `Answers a DELETE with 200 before the record is gone: still there at the next read, 404 later, on orders/delete`. */
function doneLate(writes: readonly Write[], exchanges: ExchangeIndex): string | undefined {
  const late = writes.filter(({ isLate }) => isLate === true);
  const status = late[0]?.exchange.response?.status;
  if (status === undefined || late.length < FEWEST_LATE) return undefined;
  // Of those that nobody asked for again too: what some do late the others do not leave undone.
  const on = listed(operationsOf(sentIn(writes, true), exchanges));
  return `Answers a DELETE with ${status} before the record is gone: still there at the next read, 404 later, on ${on}`;
}

function sentIn(writes: readonly Write[], lost: boolean): readonly Exchange[] {
  return writes.filter(({ isLost }) => isLost === lost).map(({ exchange }) => exchange);
}

/** Records that were made in a group and are asked for by what their create answered. */
function creates(own: readonly Exchange[], isMeant: IsMeant): readonly Write[] {
  // What a path offers it may offer though there is nothing.
  const asked = groupBy(
    own.filter(({ request }) => request.method !== 'OPTIONS'),
    pathOf,
  );
  return own.flatMap((exchange): readonly Write[] => {
    if (exchange.request.method !== 'POST' || !isServed(exchange)) return [];
    const path = pathOf(exchange).replace(/\/$/, '');
    return [...idsIn(answeredJson(exchange))].flatMap((id): readonly Write[] => {
      const all = asked.get(`${path}/${id}`) ?? [];
      const isMissed = (one: Exchange | undefined): boolean =>
        one !== undefined && isRead(one) && isMeant(one) && one.response?.status === 404;
      if (all.some(isServed)) return [{ exchange, id, isLost: false, isLate: isMissed(all[0]) }];
      return all.some(isMissed) && all.every(({ response }) => response?.status === 404)
        ? [{ exchange, id, isLost: true }]
        : [];
    });
  });
}

/** Records that were deleted in a group and are asked for afterwards, or what is below them: by what comes first, since a second delete may do it. */
function deletes(own: readonly Exchange[]): readonly Write[] {
  return own.flatMap((exchange, index): readonly Write[] => {
    // A service may refuse with the status of a success.
    if (exchange.request.method !== 'DELETE' || !isServed(exchange) || /error/i.test(formOf(exchange))) return [];
    const path = pathOf(exchange);
    const [next, ...later] = own
      .slice(index + 1)
      .filter((one) => pathOf(one) === path || pathOf(one).startsWith(`${path}/`));
    if (next?.response?.status === 404) return [{ exchange, isLost: false }];
    // An update that is served may have brought it back.
    if (next === undefined || !isServed(next) || ['PATCH', 'PUT'].includes(next.request.method)) return [];
    return [{ exchange, isLost: true, isLate: isRead(next) && isGone(path, own.slice(0, index), later) }];
  });
}

/** Whether a record goes by itself: nobody deletes it again, nor can what its read shows have been kept from an earlier one. */
function isGone(path: string, before: readonly Exchange[], later: readonly Exchange[]): boolean {
  if (before.some((one) => isRead(one) && pathOf(one) === path)) return false;
  const end = later.findIndex((one) => pathOf(one) === path && one.response?.status === 404);
  return end >= 0 && !later.slice(0, end).some((one) => one.request.method === 'DELETE' && isServed(one));
}

function isRead({ request }: Exchange): boolean {
  return request.method === 'GET';
}

/** What stands in a path as it is. */
const PLAIN = /^[\w.~:-]{1,100}$/;

/** Plain values of an answer, by which a record may be called. */
function idsIn(value: Json | undefined, found = new Set<string>()): ReadonlySet<string> {
  if (typeof value === 'number' || (typeof value === 'string' && PLAIN.test(value))) found.add(String(value));
  else if (typeof value === 'object' && value !== null)
    for (const one of Object.values(value) as Json[]) idsIn(one, found);
  return found;
}
