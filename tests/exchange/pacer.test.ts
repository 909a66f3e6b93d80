/** How a target's limit of requests a second is kept. */
import { expect, test } from 'vitest';
import { pacer } from '../../src/exchange/pacer.ts';

/** Milliseconds that each of some calls had to wait, when they come at these times. */
async function waits(perSecond: number, times: readonly number[]): Promise<readonly number[]> {
  let now = 0;
  const waited: number[] = [];
  const pace = pacer(
    perSecond,
    () => now,
    (ms) => {
      waited.push(ms);
      return Promise.resolve();
    },
  );
  const all: number[] = [];
  for (const time of times) {
    now = time;
    const before = waited.length;
    await pace();
    all.push(waited.length > before ? (waited.at(-1) ?? 0) : 0);
  }
  return all;
}

test('requests that come at once are spread evenly', async () => {
  expect(await waits(10, [1000, 1000, 1000, 1000])).toEqual([0, 100, 200, 300]);
});

test('one that comes late enough waits for nothing, and saves nothing up', async () => {
  expect(await waits(2, [1000, 1600, 5000, 5000, 5100])).toEqual([0, 0, 0, 500, 900]);
});

test('really waits, and never less than it should', async () => {
  const pace = pacer(50, Date.now);
  const started = performance.now();
  await Promise.all(Array.from({ length: 6 }, pace));
  // A lower bound, which a slow machine cannot break. Timers may be a millisecond early; never ten.
  expect(performance.now() - started).toBeGreaterThan(90);
});
