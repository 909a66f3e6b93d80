/** Lists that hold the newest of several records alone, and records that are gone once the next is made, in a shop that no contract of ours knows. */
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import { said } from './exchanges.ts';
import { wrongStatus } from './found.ts';
import { titles, type Failing } from './titles.ts';

const LIST = { operation: 'orders/list' };

const create = (id: number, where: string): Exchange =>
  said('POST /orders', 201, {
    case: where,
    step: `create-${id}`,
    sent: { name: 'x' },
    shown: { id, name: 'x' },
    headers: [['location', `/orders/${id}`]],
  });

describe('a list that shows one record', () => {
  const list = (shown: readonly number[], where: string): Exchange =>
    said('GET /orders', 200, { ...LIST, case: where, step: 'list', shown: { orders: shown.map((id) => ({ id })) } });
  const unlisted = (rule: string, on: Exchange): Failing => ({
    rule,
    on,
    found: { where: 'body#/orders', expected: 'the record 1', actual: 'not among 1 record', kind: 'unlisted' },
  });

  it('is one cause where it is the newest of several, whatever record was looked for', () => {
    const own = [create(1, 'a'), create(2, 'a'), list([2], 'a')];
    const other = list([9], 'b');
    const failing = [
      unlisted('lifecycle.listed-earlier', own[2] as Exchange),
      unlisted('lifecycle.changed-listed', other),
    ];
    expect(titles(failing, [...own, other])).toEqual(['Lists the newest alone of several records on orders/list']);
  });

  it('is another matter where it shows the first, or more', () => {
    for (const shown of [[1], [2, 3]]) {
      const own = [create(1, 'a'), create(2, 'a'), list(shown, 'a')];
      expect(titles([unlisted('lifecycle.listed-earlier', own[2] as Exchange)], own).join()).not.toMatch(/newest/);
    }
  });
});

describe('a record that is gone once another is made beside it', () => {
  const read = (id: number, status: number, where: string): Exchange =>
    said(`GET /orders/${id}`, status, { case: where, step: `read-${id}`, shown: { id } });
  const made = (on: Exchange): Failing => ({ rule: 'http.made', on, found: wrongStatus(404, []) });

  it('is told so', () => {
    const own = [create(1, 'a'), create(2, 'a'), read(1, 404, 'a'), read(2, 200, 'a')];
    expect(titles([made(own[2] as Exchange)], own)).toEqual([
      'Loses a record once another is made beside it, on orders/create: 404 on orders/read',
    ]);
  });

  it('is another matter where nothing was made since, or nothing is ever found', () => {
    const alone = [create(1, 'a'), read(1, 404, 'a'), create(2, 'a'), read(2, 200, 'a')];
    const none = [create(1, 'a'), create(2, 'a'), read(1, 404, 'a')];
    for (const [own, place] of [
      [alone, 1],
      [none, 2],
    ] as const)
      expect(titles([made(own[place] as Exchange)], own).join()).not.toMatch(/beside it/);
  });
});
