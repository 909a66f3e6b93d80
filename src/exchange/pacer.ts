/** Keeps a target's limit of requests a second. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Spaces requests evenly, at most so many a second: each call resolves when its request may be sent. `clock` in milliseconds. */
export function pacer(
  perSecond: number,
  clock: () => number,
  wait: (ms: number) => Promise<unknown> = sleep,
): () => Promise<void> {
  const gap = 1000 / perSecond;
  let free = 0;
  return async () => {
    const now = clock();
    const turn = Math.max(now, free);
    free = turn + gap;
    if (turn > now) await wait(turn - now);
  };
}
