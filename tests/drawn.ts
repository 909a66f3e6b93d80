/** What is too much to try with every change is tried in part where `npm test` runs it, drawn by the commit; by hand and in the night all of it is. */
import { createHash } from 'node:crypto';

/** One part of these in `npm test`, another with each commit; all of them otherwise. */
export function drawnOf<T>(all: readonly T[], parts: number, name: (item: T) => string): readonly T[] {
  const seed = process.env['TEST_SEED'];
  if (seed === undefined) return all;
  const byLot = (item: T): string =>
    createHash('sha256')
      .update(`${seed} ${name(item)}`)
      .digest('hex');
  const lots = new Map(all.map((item) => [item, byLot(item)] as const));
  const drawn = new Set(
    [...lots]
      .sort(([, a], [, b]) => (a < b ? -1 : 1))
      .slice(0, Math.ceil(all.length / parts))
      .map(([item]) => item),
  );
  return all.filter((item) => drawn.has(item));
}
