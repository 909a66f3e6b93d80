/** The order in which waiting requests get a slot, and the pause before a case is tried again. */
import { describe, expect, test } from 'vitest';
import { Semaphore } from '../../src/http/rate-limit.ts';
import { retryCase } from '../../src/run/run-group.ts';
import { exchange } from '../rules/support.ts';
import { group, oneCase, step } from './support.ts';

/** Work that ends when the test says so. */
function work(): { readonly run: () => Promise<void>; readonly end: () => void } {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { run: () => ended, end };
}

describe('a semaphore', () => {
  test('admits the lowest rank first, and of one rank the first that came', async () => {
    const slots = new Semaphore(1);
    const first = work();
    const order: string[] = [];
    const enter = (name: string, rank: number): Promise<void> =>
      slots.through(() => Promise.resolve(void order.push(name)), rank);
    const held = slots.through(first.run);
    const waiting = [enter('late', 2), enter('early', 1), enter('early too', 1)];
    first.end();
    await Promise.all([held, ...waiting]);
    expect(order).toEqual(['early', 'early too', 'late']);
  });

  test('lets nobody pass work that waits for several slots', async () => {
    const slots = new Semaphore(2);
    const [first, second] = [work(), work()];
    const order: string[] = [];
    const held = [slots.through(first.run), slots.through(second.run)];
    const pair = slots.through(() => Promise.resolve(void order.push('pair')), 0, 2);
    const one = slots.through(() => Promise.resolve(void order.push('one')));
    first.end();
    await held[0];
    expect(order).toEqual([]);
    second.end();
    await Promise.all([...held, pair, one]);
    expect(order).toEqual(['pair', 'one']);
  });
});

test('a case is tried again after a pause that grows with each trial', async () => {
  const planned = oneCase('a', [step('probe')]);
  const pauses: number[] = [];
  let trials = 0;
  const once = (): Promise<readonly ReturnType<typeof exchange>[]> => {
    trials += 1;
    return Promise.resolve([exchange({ step: 'probe' })]);
  };
  const sleep = (milliseconds: number): Promise<unknown> => Promise.resolve(pauses.push(milliseconds));
  const all = await retryCase(planned, group([planned]), [], { tryAgain: () => () => trials < 3, sleep }, once);
  expect(all).toHaveLength(3);
  expect(pauses).toEqual([200, 400]);
});
