/** The order in which groups are sent. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inOrder } from '../../src/exchange/order.ts';

const items = (ids: readonly string[]): readonly { readonly id: string }[] => ids.map((id) => ({ id }));

test('without a seed it is the plan’s', () => {
  const list = items(['b', 'a', 'c']);
  expect(inOrder(list, undefined)).toBe(list);
});

test('a seed gives all of them, in the same order for the same seed whatever order they came in', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { maxLength: 20 }), fc.integer({ min: 1, max: 1_000_000 }), (ids, seed) => {
      const order = inOrder(items(ids), seed).map(({ id }) => id);
      expect([...order].sort()).toEqual([...ids].sort());
      expect(inOrder(items(ids.toReversed()), seed).map(({ id }) => id)).toEqual(order);
    }),
  );
});

test('different seeds give different orders', () => {
  const list = items(Array.from({ length: 30 }, (_none, index) => `group-${index}`));
  const orders = [1, 2, 3, 4].map((seed) => JSON.stringify(inOrder(list, seed)));
  expect(new Set([JSON.stringify(list), ...orders]).size).toBe(5);
});
