/** Picks the smallest set of groups that explains all failures. */
import { weightOf } from '../checks.ts';
import { type Failure, type FailureGroup, type Item, rank } from './failure.ts';

/**
 * Greedy weighted set cover: the group that explains most remaining failures first. Ties: direct consequences, layer, level, size, order of
 * the report.
 */
export function cover(groups: readonly FailureGroup[], edges: (by: Failure) => readonly Failure[]): Item[] {
  const reach = new Map(
    groups.map((group) => {
      const found = new Set(group.own);
      for (const by of found) for (const one of edges(by)) found.add(one);
      return [group, found] as const;
    }),
  );
  const direct = new Map(groups.map((group) => [group, new Set(group.own.flatMap(edges)).size] as const));
  const left = new Set(groups.flatMap(({ own }) => own));
  const items: Item[] = [];
  const better = (a: readonly number[], b: readonly number[]): boolean => {
    for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return (a[i] ?? 0) > (b[i] ?? 0);
    return false;
  };
  while (left.size > 0) {
    let best: FailureGroup | undefined;
    let score: readonly number[] = [];
    for (const group of groups) {
      const own = group.own.filter((one) => left.has(one));
      if (own.length === 0) continue;
      const gain = [...(reach.get(group) ?? [])].filter((one) => left.has(one)).length;
      const layer = Math.min(...own.map((one) => rank(one.layer)));
      const level = Math.min(...own.map(({ check }) => weightOf(check)));
      // Ties between groups that explain each other: prefer the one with most direct consequences.
      const now = [gain, (direct.get(group) ?? 0) - layer / 10, -layer, -level, own.length];
      if (best === undefined || better(now, score)) {
        best = group;
        score = now;
      }
    }
    if (best === undefined) break;
    const own = best.own.filter((one) => left.has(one));
    const explained = [...(reach.get(best) ?? [])].filter((one) => left.has(one) && !own.includes(one));
    for (const one of [...own, ...explained]) left.delete(one);
    items.push({ group: best, own, explained, heldUp: [] });
  }
  return items;
}
