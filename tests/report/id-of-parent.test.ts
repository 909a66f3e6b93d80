/** Records that have the identifier of the one above them. */
import { expect, it } from 'vitest';
import { said } from './exchanges.ts';
import { otherValue } from './found.ts';
import { titles } from './titles.ts';

function told(shown: number): string | undefined {
  const on = said('GET /orders/7/lines/8', 200, { operation: 'lines/read', shown: { line: { lines_id: shown } } });
  const found = otherValue('body#/line/lines_id', 8, shown);
  return titles([{ rule: 'lifecycle.same-record', on, found }], [on])[0];
}

it('are told by that', () => {
  expect(told(7)).toBe('Shows the id of the record above it as lines_id of a record, on lines/read');
});

it('are other records where the identifier is that of none above', () => {
  expect(told(9)).not.toMatch(/above/);
});
