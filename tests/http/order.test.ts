/** The order in which groups are sent. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderGroups } from '../../src/run/group-scheduler.ts';
import type { Group, Step } from '../../src/plan/model.ts';

const step = { name: 'probe' } as Step;
const made = { name: 'made', undo: {} } as Step;

/** A group whose cases have these steps. */
function group(
  id: string,
  setup: readonly Step[] = [],
  cases: readonly (readonly Step[])[] = [],
  inTurn = false,
): Group {
  return { id, setup, cases: cases.map((steps) => ({ steps })), inTurn } as unknown as Group;
}

const items = (ids: readonly string[]): readonly Group[] => ids.map((id) => group(id));

test('without a seed those come first that wait for most answers one after the other, and others as they are planned', () => {
  const list = [
    group('b', [], [[step], [step]]),
    group('a', [], [[step]]),
    group('in-turn', [], [[step], [step], [step]], true),
    group('removed', [made], [[step, step], [step]]),
  ];
  expect(orderGroups(list, undefined).map(({ id }) => id)).toEqual(['removed', 'in-turn', 'b', 'a']);
});

test('a seed gives all of them, in the same order for the same seed whatever order they came in', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { maxLength: 20 }), fc.integer({ min: 1, max: 1_000_000 }), (ids, seed) => {
      const order = orderGroups(items(ids), seed).map(({ id }) => id);
      expect([...order].sort()).toEqual([...ids].sort());
      expect(orderGroups(items(ids.toReversed()), seed).map(({ id }) => id)).toEqual(order);
    }),
  );
});

test('different seeds give different orders', () => {
  const list = items(Array.from({ length: 30 }, (_none, index) => `group-${index}`));
  const orders = [1, 2, 3, 4].map((seed) => JSON.stringify(orderGroups(list, seed)));
  expect(new Set([JSON.stringify(list), ...orders]).size).toBe(5);
});
