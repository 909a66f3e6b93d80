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

test('parts of a run that know nothing of each other never send in the same moment, and together at the pace of one', async () => {
  const parts = 3;
  const sent: number[] = [];
  for (let part = 1; part <= parts; part += 1) {
    let now = 0;
    const wait = (ms: number): Promise<void> => Promise.resolve(void (now += ms));
    // A third of 20 a second each, and each begins when its machine is up.
    const pace = pacer(20 / parts, () => now, wait, { part, parts });
    now = 1_800_000_000_000 + part * 17;
    for (let request = 0; request < 40; request += 1) {
      await pace();
      sent.push(now);
    }
  }
  const gaps = sent
    .toSorted((a, b) => a - b)
    .flatMap((at, index, all) => (index === 0 ? [] : [at - (all[index - 1] ?? 0)]));
  expect(Math.min(...gaps)).toBeGreaterThan(49.9);
  expect(gaps.slice(parts, -parts).every((gap) => gap < 50.1)).toBe(true);
});
