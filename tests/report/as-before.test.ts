/** A service that has not what a version brought, told of a shop that no contract of ours knows. */
import { expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import type { Json } from '../../src/record/json.ts';
import { said } from './exchanges.ts';
import { wrongStatus } from './found.ts';
import { titles, type Failing } from './titles.ts';

const RULES = { 'outcome.accepted': { title: '', explain: '', fails: '{refuses} it', awaits: 'acceptance' } } as const;
const came = (member: string, before = '0.9'): object => ({
  service: 'shop',
  spec: '1.0',
  endpoint: 'orders',
  member,
  before,
});
const NEW = [came('colour'), came('size')];

const read = (shown: Json): Exchange => said('GET /orders/7', 200, { shown });
const lacking = (on: Exchange, member = 'colour'): Failing => ({
  rule: 'http.body-schema',
  on,
  found: { where: 'body#', expected: 'it', actual: '{}', kind: 'schema', keyword: 'required', member },
});
const create = (sent: Json, status: number, detail = 'There is no colour.'): Exchange =>
  said('POST /orders', status, { sent, shown: status < 300 ? { id: 1 } : { detail } });
const refused = (on: Exchange): Failing => ({ rule: 'outcome.accepted', on, found: wrongStatus(400, [201]) });
const told = (failing: readonly Failing[], more: readonly Exchange[] = [], members: readonly object[] = NEW): string =>
  titles(failing, [...failing.map(({ on }) => on), ...more], RULES, undefined, members as never).join('; ');

it('is told once, with what is left out and what is refused', () => {
  const failing = [lacking(read({ id: 7 })), refused(create({ colour: 'red' }, 400))];
  expect(told(failing, [create({}, 201)])).toBe(
    'Works as 0.9 did on orders/create and orders/read: colour is refused with 400, and colour is left out',
  );
  expect(told([lacking(read({ id: 7 })), lacking(read({ id: 8 }), 'size')])).toBe(
    'Works as 0.9 did on orders/read: colour and size are left out',
  );
});

it.each<[string, readonly Failing[], readonly Exchange[], (readonly object[])?]>([
  ['is shown at other times', [lacking(read({ id: 7 }))], [read({ id: 8, colour: 'red' })]],
  ['is taken at other times', [refused(create({ colour: 'red' }, 400))], [create({ colour: 'blue' }, 201)]],
  ['is not what is refused', [refused(create({ colour: 'red' }, 400, 'There is no price.'))], []],
  ['is missed in what refuses', [lacking(create({ price: 0 }, 400, 'No.'))], [create({}, 201)]],
  ['was there before', [lacking(read({ id: 7 }))], [], []],
  ['is missed beside what was there before', [lacking(read({ id: 7 }), 'price')], []],
])('is another matter where it %s', (_what, failing, more, members) => {
  expect(told(failing, more, members)).not.toMatch(/Works as/);
});
