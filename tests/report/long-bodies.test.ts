/** Right bodies that are refused for their length, on a shop that no contract of ours knows. */
import { expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import { said } from './exchanges.ts';
import { wrongStatus } from './found.ts';
import { titles, type Failing } from './titles.ts';

const KIB = 1024;

const order = (bytes: number, status: number, operation = 'orders/create'): Exchange =>
  said(operation.endsWith('update') ? 'PATCH /orders/7' : 'POST /orders', status, {
    operation,
    sent: { note: 'x'.repeat(bytes) },
    shown: { title: 'No.' },
  });

const failing = (rule: string, on: Exchange): Failing => ({
  rule,
  on,
  found: wrongStatus(on.response?.status ?? 0, [201]),
});
const RULES = Object.fromEntries(
  ['input.long-list', 'input.large-batch', 'input.longest', 'outcome.accepted'].map((rule) => [
    rule,
    { title: '', explain: '', fails: '{refuses} it: {status}', awaits: 'acceptance' as const },
  ]),
);
const told = (...all: readonly (readonly [rule: string | undefined, on: Exchange])[]): readonly string[] =>
  titles(
    all.flatMap(([rule, on]) => (rule === undefined ? [] : [failing(rule, on)])),
    all.map(([, on]) => on),
    RULES,
  );

const short = [undefined, order(3 * KIB, 201)] as const;

it.each<[number, string]>([
  [
    413,
    'Refuses correct bodies of 9 KiB and more with 413, on orders/create and orders/update, and takes those of 3 KiB',
  ],
  [
    400,
    'Refuses correct bodies of 9 KiB and more with 400, "No.", on orders/create and orders/update, and takes those of 3 KiB',
  ],
  [
    502,
    'Answers 502 to correct bodies of 9 KiB and more, "No.", on orders/create and orders/update, and takes those of 3 KiB',
  ],
])('is one cause with the size from which on it is so: %d', (status, title) => {
  expect(
    told(
      short,
      ['input.longest', order(8 * KIB, status)],
      ['input.large-batch', order(40 * KIB, status)],
      ['input.long-list', order(30 * KIB, status, 'orders/update')],
    ),
  ).toEqual([title]);
});

it('is so too where they are refused by the flag of an answer', () => {
  const on = { ...order(8 * KIB, 200), id: 'long#probe' };
  const response = { ...(on.response as NonNullable<Exchange['response']>), body: '{"done":false,"title":"No."}' };
  const long = { ...on, response };
  const failed = [{ ...failing('input.long-list', long), found: wrongStatus(200, [201]) }];
  expect(titles(failed, [order(3 * KIB, 201), long], RULES, [{ service: 'shop', flag: '/done' }])).toEqual([
    'Refuses correct bodies of 9 KiB and more with 200 and no success, "No.", on orders/create, and takes those of 3 KiB',
  ]);
});

it('of a huge body counts all that was sent, though its beginning alone is on record', () => {
  const huge = order(10, 400);
  const cut: Exchange = { ...huge, request: { ...huge.request, body: '"aaaa… (1,179,650 characters)' } };
  expect(told(short, ['input.long-list', order(9 * KIB, 400)], ['input.longest', cut])).toHaveLength(1);
});

it.each<[string, readonly (readonly [string | undefined, Exchange])[]]>([
  ['a longer one is taken', [[undefined, order(50 * KIB, 201)]]],
  ['a short one is refused alike', [['outcome.accepted', order(10, 400)]]],
])('is another matter where %s', (_what, more) => {
  expect(told(short, ...more, ['input.long-list', order(9 * KIB, 400)])[0]).not.toMatch(/KiB/);
});

it('is another matter where nothing was sent for its length', () => {
  expect(told(short, ['input.longest', order(9 * KIB, 400)])[0]).not.toMatch(/KiB/);
});

it('that are huge, and refused as a short one is for what it says, are read to their end', () => {
  const all = (said: string): readonly string[] => {
    const short = { ...order(10, 400), id: 'short#probe' };
    const huge = order(10, 400);
    const response = { ...(huge.response as NonNullable<Exchange['response']>), body: said };
    return titles(
      [failing('input.wrong-top-level', short), failing('input.huge-body', { ...huge, response })],
      [short, { ...huge, response }],
      RULES,
    );
  };
  const same = JSON.stringify({ title: 'No.' });
  expect(all(same)).toContain(
    'Accepts huge bodies on orders/create as if their size did not matter: 400 for what they say instead of 413',
  );
  expect(all('{"title":"Too much."}').join()).not.toMatch(/Accepts huge bodies/);
});
