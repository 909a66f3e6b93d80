/** Which groups a shard sends. Pure. */
import { exchangesOf, stepsOf } from '../plan/in-group.ts';
import type { Group } from '../plan/model.ts';
import { shardOf } from '../record/shard.ts';

/**
 * The groups of the i-th of n parts of a plan ("i/n"): each group is in one of them, the one that has the fewest requests when its turn
 * comes. So all parts send about as many, and neighbours, which have much in common, are in different ones. All groups of a
 * singleton are in one part: two parts at once would each take the changes of the other for the state to restore.
 */
export function partOf(groups: readonly Group[], shard: string | undefined): readonly Group[] {
  if (shard === undefined) return groups;
  const { part, parts } = shardOf(shard);
  const sent = Array.from({ length: parts }, () => 0);
  const partOfSingleton = new Map<string, number>();
  return groups.filter((group) => {
    const { service, singleton } = group;
    // Versions may share what is stored at one address.
    const key = `${service} ${singleton}`;
    const least = partOfSingleton.get(key) ?? sent.indexOf(Math.min(...sent));
    if (singleton !== undefined) partOfSingleton.set(key, least);
    sent[least] = (sent[least] ?? 0) + stepsOf(group).reduce((sum, step) => sum + exchangesOf(step), 0);
    return least === part - 1;
  });
}
