/** Entries of a list that are shown in another order than they were sent in. */
import { expect, it } from 'vitest';
import type { Json } from '../../src/record/json.ts';
import { said } from './exchanges.ts';
import { otherValue } from './found.ts';
import { titles, type Failing } from './titles.ts';

type Lines = readonly Json[];

const SENT: readonly Lines[] = [
  [{ name: 'b' }, { name: 'a' }],
  [{ name: 'd' }, { name: 'e' }, { name: 'c' }],
  [{ name: 'alone' }],
];

function told(become: (lines: Lines) => Lines): readonly string[] {
  const writes = SENT.map((lines) =>
    said('PATCH /orders/1', 200, { sent: { lines }, shown: { result: { lines: become(lines) } } }),
  );
  const found = otherValue('body#/result/lines/0/name', 'b', 'a');
  const rules = ['lifecycle.entries-in-order', 'body.equals'];
  return titles(
    rules.flatMap((rule, index): readonly Failing[] => {
      const on = writes[index];
      return on === undefined ? [] : [{ rule, on, found }];
    }),
    writes,
  );
}

it('are one cause where all lists are turned round, whoever looked at them', () => {
  expect(told((lines) => lines.toReversed())).toEqual([
    'Shows the entries of lines in reverse order, on orders/update',
  ]);
});

it('are one cause where they come in any other order', () => {
  expect(told((lines) => lines.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))))).toEqual([
    'Shows the entries of lines in another order than they were sent in, on orders/update',
  ]);
});

it.each<readonly [string, (lines: Lines) => Lines]>([
  ['some lists keep their order', (lines) => (lines.length === 2 ? lines.toReversed() : lines)],
  ['entries are others', (lines) => lines.map(() => ({ name: 'z' }))],
])('are told by what was looked for where %s', (_why, become) => {
  expect(told(become).join()).not.toMatch(/entries of lines/);
});
