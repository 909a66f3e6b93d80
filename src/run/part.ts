/** Which groups a shard sends. Pure. */
import { exchangesOf, stepsOf } from '../plan/in-group.ts';
import type { Group } from '../plan/model.ts';
import { shardOf } from '../record/shard.ts';

/**
 * The groups of the i-th of n parts of a plan ("i/n"): each group is in one of them, the one that has the fewest requests when its turn
 * comes. So all parts send about as many, and neighbours, which have much in common, are in different ones.
 */
export function partOf(groups: readonly Group[], shard: string | undefined): readonly Group[] {
  if (shard === undefined) return groups;
  const { part, parts } = shardOf(shard);
  const sent = Array.from({ length: parts }, () => 0);
  return groups.filter((group) => {
    const least = sent.indexOf(Math.min(...sent));
    sent[least] = (sent[least] ?? 0) + stepsOf(group).reduce((sum, step) => sum + exchangesOf(step), 0);
    return least === part - 1;
  });
}
