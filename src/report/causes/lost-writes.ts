/**
 * Records that are answered as made or deleted, and are not, at one time and not at another, on several operations. Whatever rests
 * on what should have been there, or gone, is that one cause.
 */
import { answeredJson } from './bodies.ts';
import type { Exchange } from '../../record/exchange.ts';
import type { Json } from '../../record/json.ts';
import { fits, type RulePattern } from '../../record/rule-pattern.ts';
import { groupBy } from '../group-by.ts';
import { listed } from '../phrase.ts';
import type { Departure, ExchangeIndex } from './departure.ts';
import { pathOf, versionOf } from './exchange-place.ts';
import { formOf } from './outcomes.ts';
import { isServed } from './served.ts';
import { traitOf } from './sent-traits.ts';
import { isUnseenCreate, isUnseenDelete, restingOnUnseen } from './unseen-writes.ts';

type IsMeant = (exchange: Exchange) => boolean;

/** What was asked of one record, and what became of it. */
interface Write {
  readonly exchange: Exchange;
  readonly isLost: boolean;
  /** It was not there at first. */
  readonly isLate?: boolean;
}

interface Way {
  readonly key: string;
  readonly says: (share: string, on: string) => string;
  readonly writesIn: (own: readonly Exchange[], isMeant: IsMeant) => readonly Write[];
  /** Whether one may be lost, as far as is seen in its group. */
  readonly isUnseen: (write: Exchange, group: readonly Exchange[]) => boolean;
  /** Whether a departure is of what may rest on such writes. */
  readonly owns: (one: Departure) => boolean;
}

/** Fewer of each are no turns. */
const FEWEST = 4;
const FEWEST_OPERATIONS = 2;
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

const WAYS: readonly Way[] = [
  {
    key: CREATES_LOST,
    says: (share, on) => `Does not store ${share} that it answers as made, on ${on}`,
    writesIn: creates,
    isUnseen: isUnseenCreate,
    owns: ({ base, layer }) =>
      fits(OF_RECORDS, base) || (fits(ON_RECORDS, base) && (layer === 'status' || layer === 'value')),
  },
  {
    key: 'deletes lost by turns',
    says: (share, on) => `Does not delete ${share} that it answers as deleted, on ${on}`,
    writesIn: deletes,
    isUnseen: isUnseenDelete,
    owns: ({ base }) => fits([...OF_RECORDS, 'outcome.*'], base),
  },
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
      const says = sentenceOf(
        way,
        groups.flatMap((all) => way.writesIn(all, isMeant)),
        exchanges,
      );
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
      : {
          ...one,
          kind: 'finding',
          layer: 'status',
          key: of.way.key,
          did: 'refused-good',
          habit: { of: 'reading', says: of.says, isWhole: true },
        };
  });
}

function sentenceOf(way: Way, writes: readonly Write[], exchanges: ExchangeIndex): string | undefined {
  // What comes late is not lost.
  if (writes.some(({ isLate }) => isLate === true)) return undefined;
  const lost = writes.filter(({ isLost }) => isLost);
  const done = writes.filter(({ isLost }) => !isLost);
  if (lost.length < FEWEST || done.length < FEWEST || lost.length * RAREST < writes.length) return undefined;
  const of = ({ exchange }: Write): string => exchanges.operationOf(exchange) ?? '';
  const [operations, others] = [new Set(lost.map(of)), new Set(done.map(of))];
  if (operations.size < FEWEST_OPERATIONS || ![...operations].some((name) => others.has(name))) return undefined;
  // What is special about all of those that are lost says more than how many they are.
  if (
    traitOf(
      lost.map(({ exchange }) => exchange),
      done.map(({ exchange }) => exchange),
    ) !== undefined
  )
    return undefined;
  const oneIn = Math.max(2, Math.round(writes.length / lost.length));
  return way.says(oneIn === 2 ? 'every second record' : `one in ${oneIn} records`, listed([...operations].sort()));
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
      if (all.some(isServed)) return [{ exchange, isLost: false, isLate: isMissed(all[0]) }];
      return all.some(isMissed) && all.every(({ response }) => response?.status === 404)
        ? [{ exchange, isLost: true }]
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
    const next = own.slice(index + 1).find((one) => pathOf(one) === path || pathOf(one).startsWith(`${path}/`));
    if (next?.response?.status === 404) return [{ exchange, isLost: false }];
    return next !== undefined && isServed(next) ? [{ exchange, isLost: true }] : [];
  });
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
