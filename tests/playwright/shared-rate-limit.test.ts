/** What several workers may do together is what the target bears, however they come and go. */
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { concurrentWritesByVersion } from '../../src/cleanup/concurrent-writes.ts';
import type { Destination } from '../../src/http/model.ts';
import {
  joinSharedRateLimit,
  openSharedRateLimit,
  type SharedRateLimit,
} from '../../src/playwright/shared-rate-limit.ts';

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function workers(
  limits: { readonly concurrency: number; readonly requestsPerSecond?: number },
  count: number,
): Promise<readonly SharedRateLimit[]> {
  const env: NodeJS.ProcessEnv = {};
  opened.push(await openSharedRateLimit(limits, env, false));
  const joined = await Promise.all(Array.from({ length: count }, () => joinSharedRateLimit(env)));
  return joined.map((one) => {
    if (one === undefined) throw new Error('nobody holds an allowance');
    opened.push(one.close);
    return one;
  });
}

const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

test('no more are under way at once than the target bears, over all workers', async () => {
  const all = (await workers({ concurrency: 2 }, 3)).map((one) => one.shared(false));
  let [now, widest, done] = [0, 0, 0];
  const work = async (): Promise<void> => {
    widest = Math.max(widest, (now += 1));
    await soon();
    now -= 1;
    done += 1;
  };
  await Promise.all(all.flatMap(({ slots }) => Array.from({ length: 6 }, () => slots.through(work))));
  expect([widest, done]).toEqual([2, 18]);
});

test('a worker that is gone gives back what it held', async () => {
  const [first, second] = await workers({ concurrency: 1 }, 2);
  const held = new Promise<void>((begun) => {
    void first?.shared(false).slots.through(() => {
      begun();
      return new Promise(() => undefined);
    });
  });
  await held;
  first?.close();
  expect(await second?.shared(false).slots.through(() => Promise.resolve('sent'))).toBe('sent');
});

test('a request releases its own slots, not those of another request of its worker', async () => {
  const [first, second] = await workers({ concurrency: 3 }, 2);
  const hold = async (slots: number): Promise<() => void> => {
    let end = (): void => undefined;
    await new Promise<void>((begun) => {
      const work = (): Promise<void> => {
        begun();
        return new Promise((resolve) => (end = resolve));
      };
      void first?.shared(false).slots.through(work, 0, slots);
    });
    return end;
  };
  await hold(2);
  const endOne = await hold(1);
  endOne();
  await soon();
  let isSent = false;
  void second?.shared(false).slots.through(() => Promise.resolve((isSent = true)), 0, 2);
  await soon();
  await soon();
  expect(isSent).toBe(false);
});

test('turns are spaced for all workers together', async () => {
  const all = await workers({ concurrency: 9, requestsPerSecond: 50 }, 3);
  const begun = Date.now();
  await Promise.all(all.flatMap((one) => [0, 1, 2, 3].map(async () => one.shared(true).pace?.())));
  // Twelve turns are eleven gaps of 20 ms: however slow a machine is, it is never sooner.
  expect(Date.now() - begun).toBeGreaterThanOrEqual(215);
});

test('the next turn waits until the one before was taken, and for nobody who is gone', async () => {
  const env: NodeJS.ProcessEnv = {};
  opened.push(await openSharedRateLimit({ concurrency: 9, requestsPerSecond: 1000 }, env, false));
  const [port, key] = env['PLUMBLINE_ALLOWANCE']?.split(' ') ?? [];
  const busy = connect(Number(port), '127.0.0.1');
  busy.write(`${JSON.stringify({ ask: 'join', id: 1, key })}\n${JSON.stringify({ ask: 'turn', id: 2 })}\n`);
  await new Promise<void>((given) => {
    busy.on('data', (data) => String(data).includes('"id":2') && given());
  });
  const other = await joinSharedRateLimit(env);
  opened.push(() => other?.close());
  let taken = 0;
  const paced = other?.shared(true).pace;
  const all = [1, 2].map(async () => {
    await paced?.();
    taken += 1;
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(taken).toBe(0);
  busy.write(`${JSON.stringify({ tell: 'went' })}\n${JSON.stringify({ ask: 'turn', id: 3 })}\n`);
  await all[0];
  busy.destroy();
  await Promise.all(all);
  expect(taken).toBe(2);
});

test('a number is given once, bytes are counted together, and what one found to be silent the next one knows', async () => {
  const [first, second] = await workers({ concurrency: 9 }, 2);
  const numbers: number[] = [];
  for (const one of [first, second])
    for (let group = 0; group < 3; group += 1) {
      await one?.refresh();
      for (let index = 0; index < 40; index += 1) numbers.push(one?.shared(false).next() ?? 0);
    }
  expect(new Set(numbers).size).toBe(240);
  first?.shared(false).bytes.add(1000);
  const circuitBreakers = first?.shared(false).circuitBreakers;
  expect(circuitBreakers?.size).toBe(0);
  circuitBreakers?.set('http://service.example', { hasStopped: true } as never);
  await first?.pass();
  // Whatever is asked next brings the news.
  await second?.shared(false).slots.through(() => Promise.resolve());
  expect(second?.shared(false).bytes.add(1)).toBe(1001);
  expect(second?.shared(false).circuitBreakers.get('http://service.example')?.hasStopped).toBe(true);
});

test('who does not know the key is not heard', async () => {
  const env: NodeJS.ProcessEnv = {};
  opened.push(await openSharedRateLimit({ concurrency: 1 }, env, false));
  const [port = ''] = env['PLUMBLINE_ALLOWANCE']?.split(' ') ?? [];
  await expect(joinSharedRateLimit({ PLUMBLINE_ALLOWANCE: `${port} guessed` })).rejects.toThrow('the run has ended');
  expect(await joinSharedRateLimit({})).toBeUndefined();
});

test.each([
  ['a request of HTTP', 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['what is no object', 'null\n'],
  ['an object of another kind', '{}\n'],
  ['a line without an end', '"'.padEnd(2_000_000, 'a')],
])('who sends %s is cut off, and ends nothing else', async (_what, text) => {
  const env: NodeJS.ProcessEnv = {};
  opened.push(await openSharedRateLimit({ concurrency: 1 }, env, false));
  const [port] = env['PLUMBLINE_ALLOWANCE']?.split(' ') ?? [];
  const stranger = connect(Number(port), '127.0.0.1');
  stranger.on('error', () => undefined);
  stranger.write(text);
  await new Promise((cut) => stranger.once('close', cut));
  const worker = await joinSharedRateLimit(env);
  opened.push(() => worker?.close());
  expect(await worker?.shared(false).slots.through(() => Promise.resolve('sent'))).toBe('sent');
});

test('a worker that says what cannot be is cut off, and ends nothing else', async () => {
  const env: NodeJS.ProcessEnv = {};
  opened.push(await openSharedRateLimit({ concurrency: 1 }, env, false));
  const [port, key] = env['PLUMBLINE_ALLOWANCE']?.split(' ') ?? [];
  const odd = connect(Number(port), '127.0.0.1');
  odd.write(`${JSON.stringify({ ask: 'join', id: 1, key })}\n${JSON.stringify({ tell: 'write' })}\n`);
  odd.resume();
  await new Promise((cut) => odd.once('close', cut));
  const worker = await joinSharedRateLimit(env);
  opened.push(() => worker?.close());
  expect(await worker?.shared(false).slots.through(() => Promise.resolve('sent'))).toBe('sent');
});

test('a write of one is met by the reads of the others, until it is over or its worker is gone', async () => {
  const [first, second] = await workers({ concurrency: 9 }, 2);
  const version = { service: { service: 'library' }, spec: '1.0' } as Destination;
  const [own, others] = [first, second].map((one) => concurrentWritesByVersion(one?.shared(false).writes)(version));
  if (own === undefined || others === undefined) throw new Error('there are two');
  const heard = (): boolean => others.wereSince(others.moment, '/books', 'a');
  // Asked after it was told, so that what is answered is that it was heard.
  const settled = async (): Promise<void> => {
    await first?.shared(false).slots.through(() => Promise.resolve());
    await second?.shared(false).slots.through(() => Promise.resolve());
  };
  let end = (): void => undefined;
  const writing = own.through('/books/{uid}', 'a', () => new Promise<void>((resolve) => (end = resolve)));
  await settled();
  expect(heard()).toBe(true);
  const during = others.moment;
  end();
  await writing;
  await settled();
  expect([heard(), others.wereSince(during, '/books', 'a')]).toEqual([false, true]);

  void own.through('/books/{uid}', 'b', () => new Promise(() => undefined));
  await settled();
  expect(heard()).toBe(true);
  first?.close();
  await expect.poll(heard).toBe(false);
});

test('a worker that breaks off while others write ends nothing but itself', async () => {
  const [first, second] = await workers({ concurrency: 9 }, 2);
  const version = { service: { service: 'library' }, spec: '1.0' } as Destination;
  const own = concurrentWritesByVersion(first?.shared(false).writes)(version);
  second?.close();
  for (let index = 0; index < 200; index += 1) await own.through('/books', 'a', () => Promise.resolve());
  expect(await first?.shared(false).slots.through(() => Promise.resolve('sent'))).toBe('sent');
});

test('a worker whose run was killed removes what it made by itself, one request at a time', async () => {
  const env: NodeJS.ProcessEnv = {};
  const close = await openSharedRateLimit({ concurrency: 2 }, env, false);
  const left = await joinSharedRateLimit(env);
  if (left === undefined) throw new Error('nobody holds an allowance');
  opened.push(left.close);
  const { slots } = left.shared(false);
  // Two hold both slots, and one waits for the first that is free.
  const ends: (() => void)[] = [];
  const held = [1, 2].map(() => slots.through(() => new Promise<void>((end) => ends.push(end))));
  let [now, widest] = [0, 0];
  const removal = async (): Promise<string> => {
    widest = Math.max(widest, (now += 1));
    await soon();
    now -= 1;
    return 'removed';
  };
  await expect.poll(() => ends.length).toBe(2);
  const waiting = slots.through(removal);
  expect(left.over.aborted).toBe(false);
  await close();
  await expect.poll(() => left.over.aborted).toBe(true);
  const later = [1, 2, 3].map(() => slots.through(removal));
  expect(await Promise.all([waiting, ...later])).toEqual(['removed', 'removed', 'removed', 'removed']);
  expect(widest).toBe(1);
  await expect(left.refresh()).rejects.toThrow('the run has ended');
  for (const end of ends) end();
  await Promise.all(held);
});
