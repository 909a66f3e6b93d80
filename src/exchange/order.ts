/** The order in which groups are sent. */
import { createHash } from 'node:crypto';

/** As planned, or in the order that a seed gives: the same for the same seed and the same ids, on every machine. */
export function inOrder<T extends { readonly id: string }>(
  items: readonly T[],
  seed: number | undefined,
): readonly T[] {
  if (seed === undefined) return items;
  const keyed = items.map((item) => ({ item, key: createHash('sha256').update(`${seed} ${item.id}`).digest('hex') }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ item }) => item);
}
