/** When a run has nothing under way, and who is told of it. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Semaphore } from '../../src/http/semaphore.ts';
import { retryCase } from '../../src/run/retry-case.ts';
import { exchange } from '../rules/support.ts';
import { group, oneCase, step } from './support.ts';

/** Work that ends when it is told to. */
function work(): { readonly run: () => Promise<void>; readonly end: () => void } {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { run: () => ended, end };
}

/** What comes within a moment has come. */
const turns = async (): Promise<void> => {
  await vi.advanceTimersByTimeAsync(100);
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('quiet', () => {
  const heard = async (slots: Semaphore, wanted = new AbortController()): Promise<{ is: boolean }> => {
    const told = { is: false };
    void slots.quiet(wanted.signal).then(() => (told.is = true));
    await turns();
    return told;
  };

  test('is told at once where nothing is under way', async () => {
    expect(await heard(new Semaphore(2))).toEqual({ is: true });
  });

  test('is told when the last has left, and not between one request and the next', async () => {
    const slots = new Semaphore(1);
    const [first, second, third] = [work(), work(), work()];
    const chain = slots.through(first.run).then(() => slots.through(third.run));
    const beside = slots.through(second.run);
    const told = await heard(slots);
    expect(told.is).toBe(false);
    for (const one of [first, second]) {
      one.end();
      await turns();
      expect(told.is).toBe(false);
    }
    third.end();
    await Promise.all([chain, beside]);
    await turns();
    expect(told.is).toBe(true);
  });

  test('is waited for no longer than it is wanted', async () => {
    const slots = new Semaphore(1);
    const one = work();
    const ended = slots.through(one.run);
    const wanted = new AbortController();
    const told = await heard(slots, wanted);
    wanted.abort();
    await turns();
    expect(told.is).toBe(true);
    one.end();
    await ended;
  });
});

describe('a further trial', () => {
  const planned = oneCase('a', [step('probe')]);
  /** Whether it was tried again though the pause, which never ends here, was not over. */
  const triedAgain = async (crossed: boolean, slots: Semaphore): Promise<boolean> => {
    let trials = 0;
    const once = (): Promise<readonly ReturnType<typeof exchange>[]> => {
      trials += 1;
      return Promise.resolve([{ ...exchange({ step: 'probe' }), ...(crossed ? { crossed: true as const } : {}) }]);
    };
    const options = { slots, tryAgain: () => () => trials < 2, sleep: () => new Promise<never>(() => undefined) };
    void retryCase(planned, group([planned]), [], options, once);
    await turns();
    return trials > 1;
  };

  test('waits for nothing where this run wrote, and does so no longer', async () => {
    expect(await triedAgain(true, new Semaphore(1))).toBe(true);
  });

  test('waits while this run still writes, and for others by the clock', async () => {
    const slots = new Semaphore(1);
    const one = work();
    const ended = slots.through(one.run);
    expect(await triedAgain(true, slots)).toBe(false);
    one.end();
    await ended;
    expect(await triedAgain(false, new Semaphore(1))).toBe(false);
  });
});
