/** What is told by the calls that a cause was seen in: reads alone, what was sent and deleted before, what stands within a record, what a token is made of. */
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import type { Report } from '../../src/report/model.ts';
import { said } from './exchanges.ts';
import { wrongStatus } from './found.ts';
import { titles, type Failing } from './titles.ts';

describe('what is not there', () => {
  const rules = ['lifecycle.unknown-id', 'path.unknown'];
  const words: Report['rules'] = Object.fromEntries(
    rules.map((id) => [id, { title: id, explain: '', fails: '{accepts} it: {status}', awaits: 'refusal' }]),
  );
  const told = (...lines: readonly string[]): string | undefined => {
    const all = lines.map((line) => said(line, 400, { operation: 'orders/read' }));
    const failing = all.map((on, index): Failing => ({ rule: rules[index] ?? '', on, found: wrongStatus(400, [404]) }));
    return titles(failing, all, words)[0];
  };

  it('is told of reads where nothing else is refused so', () => {
    expect(told('GET /orders/1', 'HEAD /orders/2')).toMatch(/^Refuses reads of what is not there with 400/);
    expect(told('GET /orders/1', 'DELETE /orders/2')).toMatch(/^Refuses requests for what is not there with 400/);
  });
});

describe('a value that is said to be taken', () => {
  const make = (status: number): Exchange =>
    said('POST /orders', status, {
      case: 'again',
      step: `make-${status}`,
      sent: { number: 'A' },
      shown: status === 201 ? { id: 7 } : { detail: 'number is already reported.' },
    });
  const told = (...before: readonly Exchange[]): string | undefined => {
    const on = make(409);
    return titles([{ rule: 'outcome.accepted', on, found: wrongStatus(409, [201]) }], [...before, on])[0];
  };

  it('is that of a record which was deleted, where it was', () => {
    const removed = said('DELETE /orders/7', 204, { case: 'again', step: 'remove' });
    expect(told(make(201), removed)).toMatch(/^Refuses the number of a record that was deleted as taken/);
    expect(told(make(201))).toMatch(/^Refuses the number of a correct request as taken/);
    expect(told(removed, make(201))).toMatch(/^Refuses the number of a correct request as taken/);
  });
});

describe('what was made within a record', () => {
  const make = said('POST /orders', 201, {
    sent: { lines: [1] },
    shown: { id: 7 },
    headers: [['location', '/orders/7']],
  });
  const missed = said('GET /orders/7/lines/2', 404, { operation: 'lines/read' });
  const told = (...more: readonly Exchange[]): string | undefined =>
    titles([{ rule: 'http.made', on: missed, found: wrongStatus(404, []) }], [make, missed, ...more])[0];

  it('is told so where something of the record is found', () => {
    const other = said('GET /orders/7/lines/1', 200, { operation: 'lines/read', shown: { id: 1 } });
    expect(told(other)).toBe(
      'orders/create answers 201, and what it made within the record is not there: 404 on lines/read',
    );
    expect(told()).toBe('orders/create answers 201, and what it made is not there: 404 on lines/read');
  });
});

describe('a granted token', () => {
  it('that is none is why it is refused', () => {
    const grant = said('POST /token', 200, { operation: 'tokens/token', shown: { access_token: null } });
    const use = said('GET /orders', 401, { operation: 'orders/list' });
    const usable: Failing = {
      rule: 'token.usable',
      on: use,
      found: wrongStatus(401, [200]),
      more: { endpoint: 'tokens', operation: 'token' },
    };
    const shape: Failing = {
      rule: 'http.body-schema',
      on: grant,
      found: {
        where: 'body#/access_token',
        expected: 'must be string',
        actual: 'null',
        kind: 'schema',
        keyword: 'type',
        asked: 'string',
        came: 'null',
      },
    };
    const words: Report['rules'] = {
      'token.usable': { title: 'r', explain: '', fails: '{refuses} the token: {status}', awaits: 'acceptance' },
    };
    expect(titles([usable, shape], [grant, use], words)).toEqual([expect.stringMatching(/^Sends null/)]);
  });
});

it('HEAD is told of what GET brings there, whatever operation of the path it was tried for', () => {
  const listed = [1, 2].map(() => said('GET /orders', 200, { operation: 'orders/list', shown: [] }));
  const head = said('HEAD /orders', 200, { operation: 'orders/create' });
  const record = said('HEAD /orders/7', 200, { operation: 'orders/read' });
  const found = { where: 'header content-length', expected: '9', actual: '8', kind: 'value' } as const;
  const at = (operation: string) => ({ endpoint: 'orders', operation });
  const right = { verdict: 'pass', disposition: 'conforming', findings: [] } as const;
  const failing: readonly Failing[] = [
    { rule: 'method.head-length', on: head, found, more: at('create') },
    { rule: 'method.head-length', on: record, found, more: { ...at('read'), ...right } },
  ];
  const rules = { 'method.head-length': { title: 'r', explain: '', fails: 'names another length: {actual}' } };
  expect(titles(failing, [...listed, head, record], rules)).toEqual(['Names another length on orders/list: 8']);
});
