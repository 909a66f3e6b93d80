/** Answers that one operation of a shop puts together otherwise than the others, or than it is asked to: no list, no body, another name. */
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import type { Json } from '../../src/record/json.ts';
import { said } from './exchanges.ts';
import { otherValue } from './found.ts';
import { titles, type Failing } from './titles.ts';

describe('a member that one operation alone names otherwise', () => {
  const shown = (line: string, name: string): Exchange => said(line, 200, { shown: { id: 1, [name]: 'Ann' } });
  const reads = [1, 2].map((id) => shown(`GET /orders/${id}`, 'shipTo'));
  const failing = reads.map((on, index): Failing => ({
    rule: ['http.body-schema', 'lifecycle.read-back'][index] ?? '',
    on,
    found:
      index === 0
        ? { where: 'body#/shipTo', expected: 'no such member', actual: '"Ann"', kind: 'added' }
        : otherValue('body#/ship_to', 'Ann', undefined),
  }));

  it('is one cause, where others of its endpoint name it as they should', () => {
    const others = [1, 2].map((id) => shown(`PATCH /orders/${id}`, 'ship_to'));
    expect(titles(failing, [...reads, ...others])).toEqual(['Shows ship_to as shipTo on orders/read']);
  });

  it('is another matter where nothing shows the other name', () => {
    expect(titles(failing, reads).join()).not.toMatch(/ as shipTo/);
  });
});

describe('answers that are no list', () => {
  const list = (shown: Json | undefined, status = 200): Exchange =>
    said('GET /orders', status, { operation: 'orders/list', ...(shown === undefined ? {} : { shown }) });
  const noList = (on: Exchange, actual = '{}'): Failing => ({
    rule: 'lifecycle.listed',
    on,
    found: { where: 'body#/orders', expected: 'an array of records', actual, kind: 'no-list' },
  });

  it('are one cause, whether a schema says so or who looks for records, whatever stands in them', () => {
    const [one, other] = [list({ orders: { note: 'a &amp; b' } }), list({ orders: { note: 'a &amp; b' } })];
    const found = { where: 'body#/orders', expected: 'must be array', actual: '{}', kind: 'schema' } as const;
    const schema: Failing = {
      rule: 'http.body-schema',
      on: other,
      found: { ...found, keyword: 'type', asked: 'array' },
    };
    expect(titles([noList(one), schema], [one, other])).toHaveLength(1);
  });

  it('are of the status that goes without a body, and of those alone that have no records', () => {
    const [one, other] = [list(undefined, 204), list(undefined, 204)];
    const status: Failing = {
      rule: 'outcome.success-form',
      on: one,
      found: { where: 'status', expected: '200', actual: '204', kind: 'status', got: 204, due: [200] },
    };
    const failing = [status, noList(other, 'absent')];
    expect(titles(failing, [one, other, list({ orders: [{ id: 1 }] })])).toEqual([
      'Answers a list that has no records with 204 instead of 200, on orders/list',
    ]);
    expect(titles(failing, [one, other, list({ orders: [] })])[0]).toMatch(/^Answers what succeeds with 204/);
  });

  it('are of a list that was sent, and answered with one object', () => {
    const write = (count: number): Exchange =>
      said('POST /orders', 201, { sent: Array.from({ length: count }, () => ({ size: 1 })), shown: { id: 1 } });
    const [one, other] = [write(1), write(3)];
    const found = { where: 'body#', expected: 'must be array', actual: '{}', kind: 'schema' } as const;
    const schema: Failing = { rule: 'http.body-schema', on: one, found: { ...found, keyword: 'type', asked: 'array' } };
    const location: Failing = {
      rule: 'http.location',
      on: other,
      found: { where: 'header location', expected: 'the address of the new record', actual: 'absent', kind: 'absent' },
    };
    expect(titles([schema, location], [one, other])).toEqual([
      'Answers a list of items with one object instead of a list, on orders/create: 1 for 3',
    ]);
    expect(titles([location], [one, other])[0]).not.toMatch(/one object/);
  });
});
