/** Keeps a target's limit of requests a second. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ONLY_PART } from '../record/shard.ts';

/**
 * Spaces requests evenly, at most so many a second: each call resolves when its request may be sent. `clock` in milliseconds.
 * Parts of one run, which know nothing of each other, take turns by the clock: each has its own places between those of the others.
 */
export function pacer(
  perSecond: number,
  clock: () => number,
  wait: (ms: number) => Promise<unknown> = sleep,
  { part, parts } = ONLY_PART,
): () => Promise<void> {
  const gap = 1000 / perSecond;
  const start = (gap * (part - 1)) / parts;
  let free = 0;
  // Places are counted, since a sum of gaps would come to lie beside them.
  let place = 0;
  return async () => {
    const now = clock();
    let turn = Math.max(now, free);
    free = turn + gap;
    if (parts > 1) {
      place = Math.max(place, Math.ceil((now - start) / gap));
      turn = start + place * gap;
      place += 1;
    }
    if (turn > now) await wait(turn - now);
  };
}
