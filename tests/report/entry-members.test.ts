/** A member of the entries of a list that writes lose, or that all entries get of one of them. */
import { expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import type { JsonMap } from '../../src/record/json.ts';
import { said } from './exchanges.ts';
import { otherValue } from './found.ts';
import { titles, type Failing } from './titles.ts';

type Lines = readonly JsonMap[];

const SENT: readonly Lines[] = [
  [
    { name: 'a', colour: 'red' },
    { name: 'b', colour: 'blue' },
  ],
  [{ name: 'c', colour: 'grey' }],
];

function told(become: (lines: Lines) => Lines): readonly string[] {
  const writes = SENT.map((lines) =>
    said('PATCH /orders/1', 200, { sent: { lines }, shown: { result: { lines: become(lines) } } }),
  );
  const rules = ['lifecycle.entries-in-order', 'input.signs-stored'];
  const failing = writes.map((on: Exchange, index): Failing => ({
    rule: rules[index] ?? '',
    on,
    found: otherValue(`body#/result/lines/${1 - index}/colour`, 'blue', 'red'),
  }));
  return titles(failing, writes);
}

it.each<readonly [string, string, (lines: Lines) => Lines]>([
  [
    'that none keeps',
    'Does not keep colour of the entries of lines on orders/update',
    (lines) => lines.map(({ name = '' }) => ({ name })),
  ],
  [
    'that all have of the first',
    'Gives all entries of lines the colour of the first one, on orders/update',
    (lines) => lines.map((line) => ({ ...line, colour: lines[0]?.['colour'] ?? '' })),
  ],
  [
    'that all have of the last',
    'Gives all entries of lines the colour of the last one, on orders/update',
    (lines) => lines.map((line) => ({ ...line, colour: lines.at(-1)?.['colour'] ?? '' })),
  ],
])('are one cause: one %s', (_what, title, become) => {
  expect(told(become)).toEqual([title]);
});

it('are told one by one where entries only stand elsewhere', () => {
  const titlesOfTurned = told((lines) => lines.toReversed());
  expect(titlesOfTurned.join()).not.toMatch(/entries of lines/);
});
