/** Where on a walk the records stood that it does not bring: told only where what it does bring has an order of its own. */
import { show, type Json } from '../../record/json.ts';
import type { RecordPlace } from '../model.ts';
import type { Page } from './page-rule.ts';

/** What a record that stood first or last of all is, where the same is so at each page. */
const AT_EDGES: readonly (readonly [RecordPlace, readonly RecordPlace[]])[] = [
  ['page-end', ['last', 'newest']],
  ['page-begin', ['first', 'newest']],
];

/** One place for all of them; undefined where there is none. */
export function placeOfLost(
  made: readonly Json[],
  pages: readonly Page[],
  size: number | undefined,
): RecordPlace | undefined {
  const known = new Map(made.map((uid, index) => [show(uid), index]));
  const ranks = pages.map(({ uids }) => uids.flatMap((uid) => known.get(show(uid)) ?? []));
  if (ranks.every((page) => page.length === 0)) return 'all';
  if (isRising(ranks.flat())) return commonTo(placesIn(ranks, made.length, size, 'newest'));
  const turned = ranks.map((page) => page.map((rank) => made.length - 1 - rank));
  if (!isRising(turned.flat())) return undefined;
  return commonTo(placesIn(turned, made.length, size, 'last').map((place) => (place === 'first' ? 'newest' : place)));
}

function isRising(ranks: readonly number[]): boolean {
  return ranks.every((rank, index) => index === 0 || rank > (ranks[index - 1] ?? 0));
}

function commonTo(places: readonly RecordPlace[]): RecordPlace | undefined {
  const [first] = places;
  return places.every((place) => place === first)
    ? first
    : AT_EDGES.find(([edge, same]) => places.every((place) => place === edge || same.includes(place)))?.[0];
}

/**
 * Of each record that is on no page.
 * @param ranks of the records on each page, rising over all of them
 * @param ending what those are that stood behind all others
 */
function placesIn(
  ranks: readonly (readonly number[])[],
  count: number,
  size: number | undefined,
  ending: 'last' | 'newest',
): readonly RecordPlace[] {
  const all = ranks.flat();
  const [lowest = 0, highest = 0] = [all[0], all.at(-1)];
  const isShown = new Set(all);
  return Array.from({ length: count }, (_none, rank) => rank)
    .filter((rank) => !isShown.has(rank))
    .map((rank) => {
      if (rank < lowest) return 'first';
      if (rank > highest) return ending;
      const own = size === undefined ? undefined : onOwnPage(rank, ranks[Math.floor(rank / size)] ?? [], size);
      if (own !== undefined) return own;
      return ranks.some((page) => (page[0] ?? rank) < rank && (page.at(-1) ?? rank) > rank) ? 'within' : 'between';
    });
}

/** Where it stood on the page that it belongs to, where that has no records of another. */
function onOwnPage(rank: number, page: readonly number[], size: number): RecordPlace | undefined {
  const [first, last] = [page[0], page.at(-1)];
  const pageOf = (one: number): number => Math.floor(one / size);
  if (first === undefined || last === undefined) return undefined;
  if (pageOf(first) !== pageOf(rank) || pageOf(last) !== pageOf(rank)) return undefined;
  if (rank < first) return 'page-begin';
  return rank > last ? 'page-end' : 'within';
}
