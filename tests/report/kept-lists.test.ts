/** Lists of a shop that stay as they were when they were first read. */
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import { said } from './exchanges.ts';
import { titles } from './titles.ts';

describe('a list that does not follow what is written', () => {
  const read = (group: string, ids: readonly number[]): Exchange => ({
    ...said('GET /orders', 200, { operation: 'orders/list', shown: ids.map((id) => ({ id })) }),
    group,
  });
  const make = (group: string, id: number): Exchange => ({
    ...said('POST /orders', 201, { sent: { size: 1 }, shown: { id } }),
    group,
  });
  const remove = (group: string, id: number): Exchange => ({ ...said(`DELETE /orders/${id}`, 204), group });
  const told = (all: readonly Exchange[], rule = 'lifecycle.stored-once'): string | undefined => {
    const on = all.findLast(({ request }) => request.method === 'GET') as Exchange;
    const found = { where: 'body#', expected: 'the new record once', actual: '0 times' };
    return titles([{ rule, on, found }], all)[0];
  };
  const around = (later: readonly (readonly number[])[]): readonly Exchange[] => [
    make('a', 1),
    read('a', [1]),
    make('a', 2),
    read('a', later[0] ?? []),
    remove('a', 2),
    read('a', later[1] ?? []),
    make('b', 3),
    read('b', later[2] ?? []),
  ];
  const kept =
    'Answers orders/list as it was when it was read first: what is made, changed or deleted afterwards does not show';

  it('is kept where it is the same again and again', () => {
    expect(told(around([[1], [1], [1]]))).toBe(kept);
  });

  it('is another matter where a page says wrongly which others there are', () => {
    expect(told(around([[1], [1], [1]]), 'page.walk-complete')).toBe(kept);
    expect(told(around([[1], [1], [1]]), 'page.next')).not.toBe(kept);
  });

  it('is not where others show, or none does, or it was read too seldom', () => {
    expect(told(around([[1, 2], [1], [1]]))).not.toBe(kept);
    expect(told(around([[1], [1], [1]]).slice(2))).not.toBe(kept);
    const none = around([[9], [9], [9]]).map((one, index) => (index === 1 ? read('a', [9]) : one));
    expect(told(none)).not.toBe(kept);
  });
});

describe('a list of one record', () => {
  const list = (shown: unknown): Exchange =>
    said('GET /orders', 200, { operation: 'orders/list', shown: { orders: shown as never } });
  const told = (...others: readonly unknown[]): string | undefined => {
    const on = list({ id: 7 });
    const found = {
      where: 'body#/orders',
      expected: 'an array of records',
      actual: '{"id":7}',
      kind: 'no-list',
    } as const;
    return titles([{ rule: 'lifecycle.listed', on, found }], [on, ...others.map(list)])[0];
  };

  it('that comes as that record is told so, where others are lists', () => {
    expect(told([], [{ id: 1 }, { id: 2 }])).toMatch(/^Sends a list of one record as that record instead of an array/);
  });

  it('is another matter where one of one record is a list, or none is', () => {
    expect(told([{ id: 1 }])).not.toMatch(/that record/);
    expect(told({ id: 1 })).not.toMatch(/that record/);
  });
});
