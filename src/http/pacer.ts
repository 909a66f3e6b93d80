/** Keeps a target's limit of requests a second. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ONLY_PART } from '../record/shard.ts';

/**
 * What a limit calls a second lasts so long here, in milliseconds: requests are not all as long on their way, and no
 * second of the service's own may see one more than it bears.
 */
const SECOND_MS = 1050;

/** So late any timer may be: it costs none of the pace, and much less than what a second is longer here. */
const LATE_MS = 5;

/**
 * Spaces requests evenly, at most so many a second: each call resolves when its request may be sent. `clock` in milliseconds.
 * Where a turn is handed on, it is taken when `handOver` resolves: who gets it may be busy, and the next one is counted from then.
 * Parts of one run, which know nothing of each other, take turns by the clock: each has its own places between those of the others.
 */
export function pacer(
  perSecond: number,
  clock: () => number,
  wait: (ms: number) => Promise<unknown> = sleep,
  { part, parts } = ONLY_PART,
): (handOver?: () => Promise<unknown>) => Promise<void> {
  const gap = SECOND_MS / perSecond;
  const start = (gap * (part - 1)) / parts;
  let last = Number.NEGATIVE_INFINITY;
  let before: Promise<void> = Promise.resolve();
  const turn = async (handOver?: () => Promise<unknown>): Promise<void> => {
    const now = clock();
    let due = Math.max(now, last + gap);
    if (parts > 1) {
      const placeOf = (time: number): number => (time - start) / gap;
      // Who was somewhat late takes the next place; who was much too late is too near to it.
      due = start + Math.ceil(Math.max(placeOf(now), placeOf(last) + 0.75)) * gap;
    }
    if (due > now) await wait(due - now);
    await handOver?.();
    // Who is late must not be followed too closely.
    const gone = clock();
    last = gone - due > LATE_MS ? gone : due;
  };
  return (handOver) => (before = before.then(() => turn(handOver)));
}
