/** In which order lists come, in a shop that no contract of ours knows. */
import { expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import { said } from './exchanges.ts';
import { otherValue } from './found.ts';
import { titles, type Failing } from './titles.ts';

const list = (name: string, ids: readonly number[], index: number): Exchange => ({
  ...said(`GET /${name}`, 200, { operation: `${name}/list`, shown: { result: ids.map((id) => ({ id, size: 3 })) } }),
  group: `${name}-${index}`,
  id: `${name}-${index}#list`,
});

const told = (orders: Readonly<Record<string, readonly (readonly number[])[]>>, wrong = Object.keys(orders)) => {
  const seen = Object.entries(orders).flatMap(([name, all]) => all.map((ids, index) => list(name, ids, index)));
  const failing = wrong.flatMap((name): readonly Failing[] => {
    const on = seen.find(({ id }) => id.startsWith(`${name}-`));
    const found = otherValue(`body#/result/1/id`, 'above 7', '6');
    return on === undefined ? [] : [{ rule: 'lifecycle.list-order', on, found }];
  });
  return titles(failing, seen);
};

it('is told where it is the other way round', () => {
  const down = [
    [9, 8, 7],
    [12, 11, 8],
    [40, 30, 20, 10],
  ];
  expect(told({ orders: down })).toEqual(['Lists records in descending order on orders/list; ascending is due']);
  // Of another list one page was read, which is so too.
  expect(told({ orders: down, customers: [[6, 5, 2]] })).toEqual([
    'Lists records in descending order on customers/list and orders/list; ascending is due',
  ]);
});

it('is told where it is another at every call', () => {
  const mixed = [
    [7, 9, 8],
    [9, 7, 8],
    [8, 7, 9],
    [7, 8, 9],
  ];
  expect(told({ orders: mixed, customers: [[3, 1, 2]] })).toEqual([
    'Lists records in another order at every call on customers/list and orders/list',
  ]);
});

it('is not told of what is out of order by chance, or always in the same way', () => {
  const same = [
    [7, 9, 8],
    [7, 9, 8],
    [7, 9, 8, 4],
  ];
  expect(told({ orders: same }).join()).not.toMatch(/at every call|descending/);
  expect(told({ orders: [[9, 8, 7]] }).join()).not.toMatch(/at every call|descending/);
});

it('is not told of records that are listed elsewhere once they were updated', () => {
  const orders = [
    [1, 2, 3, 4, 5],
    [1, 3, 4, 5, 2],
    [3, 4, 5, 2, 1],
    [4, 5, 2, 1, 3],
  ];
  const seen = orders.flatMap((ids, index) => {
    const update = said(`PATCH /orders/${[0, 2, 1, 3][index] ?? 0}`, 200, { sent: { size: 3 } });
    return [index === 0 ? [] : { ...update, at: index * 100 - 50 }, { ...list('orders', ids, index), at: index * 100 }];
  });
  const all = seen.flat();
  const on = all.at(-1);
  const failing =
    on === undefined
      ? []
      : [{ rule: 'lifecycle.order-kept', on, found: otherValue('body#/result/3/id', 'above 4', 1) }];
  expect(titles(failing, all).join()).not.toContain('at every call');
  // Where others move that nobody updated, it is told.
  const alone = all.filter(({ request }) => request.method === 'GET');
  expect(titles(failing, alone).join()).toContain('in another order at every call');
});
