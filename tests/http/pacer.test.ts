/** How a target's limit of requests a second is kept. */
import { expect, test } from 'vitest';
import { createPacer } from '../../src/http/rate-limit.ts';

/** When requests go that come at these times, by timers that are so late. */
async function sentAt(perSecond: number, times: readonly number[], lateMs = 0): Promise<readonly number[]> {
  let now = 0;
  const wait = (ms: number): Promise<void> => Promise.resolve(void (now += ms + lateMs));
  const pace = createPacer(perSecond, () => now, wait);
  const sent: number[] = [];
  for (const time of times) {
    now = Math.max(now, time);
    await pace();
    sent.push(now);
  }
  return sent;
}

test('requests that come at once are spread evenly, so that no second sees one more, even if some are longer on their way', async () => {
  expect(await sentAt(10, [1000, 1000, 1000, 1000])).toEqual([1000, 1105, 1210, 1315]);
});

test('one that comes late enough waits for nothing, and saves nothing up', async () => {
  expect(await sentAt(2, [1000, 1600, 5000, 5000, 5100])).toEqual([1000, 1600, 5000, 5525, 6050]);
});

test('who is late is not followed too closely', async () => {
  expect(await sentAt(10, [1000, 1000, 1000], 40)).toEqual([1000, 1145, 1290]);
});

test('really waits, and never less than it should', async () => {
  const pace = createPacer(50, Date.now);
  const started = performance.now();
  await Promise.all(Array.from({ length: 6 }, pace));
  // A lower bound, which a slow machine cannot break. Timers may be a millisecond early; never ten.
  expect(performance.now() - started).toBeGreaterThan(90);
});

test('what every timer is late costs nothing of a great rate', async () => {
  expect(
    (
      await sentAt(
        1050,
        Array.from({ length: 1000 }, () => 1000),
        1,
      )
    ).at(-1),
  ).toBeLessThan(2005);
});

test('a part whose timers are late loses no place, and one that is much too late takes the next', async () => {
  let now = 1_800_000_000_000;
  let late = 1;
  const pace = createPacer(
    10,
    () => now,
    (ms) => Promise.resolve(void (now += ms + late)),
    { part: 1, parts: 2 },
  );
  const sent: number[] = [];
  for (let request = 0; request < 6; request += 1) {
    late = request === 3 ? 60 : 1;
    await pace();
    sent.push(now);
  }
  const gaps = sent.slice(1).map((at, index) => Math.round(at - (sent[index] ?? 0)));
  expect(gaps).toEqual([105, 105, 164, 151, 105]);
});

test('parts of a run that know nothing of each other never send in the same moment, and together at the pace of one', async () => {
  const parts = 3;
  const sent: number[] = [];
  for (let part = 1; part <= parts; part += 1) {
    let now = 0;
    const wait = (ms: number): Promise<void> => Promise.resolve(void (now += ms));
    // A third of 20 a second each, and each begins when its machine is up.
    const pace = createPacer(20 / parts, () => now, wait, { part, parts });
    now = 1_800_000_000_000 + part * 17;
    for (let request = 0; request < 40; request += 1) {
      await pace();
      sent.push(now);
    }
  }
  const gaps = sent
    .toSorted((a, b) => a - b)
    .flatMap((at, index, all) => (index === 0 ? [] : [at - (all[index - 1] ?? 0)]));
  expect(Math.min(...gaps)).toBeGreaterThan(52.4);
  expect(gaps.slice(parts, -parts).every((gap) => gap < 52.6)).toBe(true);
});
