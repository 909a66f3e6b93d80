/** Runs a plan: every group at once within the target's limits, exclusive ones after the others. */
import type { Group } from '../plan/model.ts';
import type { Exchange } from './model.ts';
import { runGroup, type RunContext } from './runner.ts';

/** Groups under way at once: enough to keep the gate busy while some wait for their setup. */
const GROUPS_AT_ONCE = 24;

/** Calls `done` for each group as soon as all its exchanges are recorded. Rejects only for a defect of our own. */
export async function runGroups(groups: readonly Group[], context: RunContext, done: (group: Group, exchanges: readonly Exchange[]) => void | Promise<void>): Promise<void> {
  const shared = groups.filter((g) => g.exclusive !== true);
  await inParallel(shared, GROUPS_AT_ONCE, async (group) => done(group, await runGroup(group, context)));
  // Exclusive groups of different services and versions cannot be in each other's way.
  const lanes = new Map<string, Group[]>();
  for (const group of groups.filter((g) => g.exclusive === true)) {
    const lane = `${group.service}@${group.spec}`;
    lanes.set(lane, [...(lanes.get(lane) ?? []), group]);
  }
  await Promise.all([...lanes.values()].map((lane) => inParallel(lane, 1, async (group) => done(group, await runGroup(group, context)))));
}

async function inParallel<T>(items: readonly T[], width: number, work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index];
      if (item !== undefined) await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
}
