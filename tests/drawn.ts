/** What is too much to try with every change is tried in part where `npm test` runs it, drawn by the commit; by hand and in the night all of it is. */
import { createHash } from 'node:crypto';

/** One part of these in `npm test`, another with each commit; all of them otherwise. */
export function drawnOf<T>(all: readonly T[], parts: number, name: (item: T) => string): readonly T[] {
  const seed = process.env['TEST_SEED'];
  if (seed === undefined) return all;
  const drawn = new Set(firstOf(seed, all, Math.ceil(all.length / parts), name));
  return all.filter((item) => drawn.has(item));
}

/** So many of them, in an order that the seed makes. */
export function firstOf<T>(seed: string, all: readonly T[], most: number, name: (item: T) => string): readonly T[] {
  const lot = (item: T): string =>
    createHash('sha256')
      .update(`${seed} ${name(item)}`)
      .digest('hex');
  return all
    .map((item) => ({ item, lot: lot(item) }))
    .sort((a, b) => (a.lot < b.lot ? -1 : 1))
    .slice(0, most)
    .map(({ item }) => item);
}
