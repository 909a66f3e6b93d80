/** How fast a run may send: one pace for all of its parts. */
import { pacer } from '../http/pacer.ts';
import type { Target } from '../load/model.ts';
import { shardOf } from '../record/shard.ts';

/** Undefined where the target says nothing of it. `limits` are those of this part. */
export function paceOf(
  { requestsPerSecond }: Target['limits'],
  shard: string | undefined,
  clock: () => number,
): (() => Promise<void>) | undefined {
  return requestsPerSecond === undefined ? undefined : pacer(requestsPerSecond, clock, undefined, shardOf(shard));
}
