/** Identifiers of another form than those that are given out. */
import { expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import { exchangesBy } from '../../src/report/causes/exchanges/exchange-index.ts';
import { otherIdForm } from '../../src/report/causes/exchanges/id-forms.ts';
import { said } from './exchanges.ts';

const UUIDS = [1, 2, 3, 4].map((digit) => `${digit}0000000-0000-4000-8000-000000000000`);
const read = (id: string | number, status: number): Exchange => said(`GET /orders/${id}`, status, { shown: {} });

function told(
  given: readonly (string | number)[],
  absent: string | number,
  bad: readonly (string | number)[],
): string | undefined {
  const failed = bad.map((id) => read(id, 500));
  const all = [...given.map((id) => read(id, 200)), read(absent, 404), ...failed];
  const index = exchangesBy(all);
  return otherIdForm(
    index.all.filter(({ response }) => response?.status === 500),
    index,
  );
}

it('are told by the form that all others have', () => {
  expect(told(UUIDS.slice(0, 3), UUIDS[3] ?? '', ['x', 999])).toBe('an id that is no UUID');
  expect(told([1, 2, 3], 9, ['-1', 'x'])).toBe('an id that is no number');
});

it.each<readonly [string, readonly (string | number)[], string | number, readonly (string | number)[]]>([
  ['one of that form ends so too', UUIDS.slice(0, 3), UUIDS[3] ?? '', ['x', UUIDS[3] ?? '']],
  ['none of that form is known to be absent', [1, 2, 3], 'x', ['-1']],
  ['identifiers have no form', ['a', 'b', 1], 'c', ['x']],
  ['too few are known', [1, 2], 9, ['x']],
])('are not, where %s', (_why, given, absent, bad) => {
  expect(told(given, absent, bad)).toBeUndefined();
});
