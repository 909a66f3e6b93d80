/** Reads that break where what a record refers to is gone, on a shop that no contract of ours knows. */
import { expect, it } from 'vitest';
import { said } from './exchanges.ts';
import { wrongStatus } from './found.ts';
import { titles } from './titles.ts';

const read = said('GET /orders/7', 500, { shown: { detail: 'customer is null' } });

it('are told by what was to be deleted', () => {
  expect(titles([{ rule: 'lifecycle.referring-read', on: read, found: wrongStatus(500, []) }], [read])).toEqual([
    'Answers 500 to the read of a record that refers to one which was to be deleted, on orders/read',
  ]);
});

it('are one with the delete that was to be refused', () => {
  const gone = said('DELETE /customers/7', 200, { operation: 'orders/read' });
  expect(
    titles(
      [
        { rule: 'lifecycle.referring-read', on: read, found: wrongStatus(500, []) },
        { rule: 'lifecycle.referred-to', on: gone, found: wrongStatus(200, [409]) },
      ],
      [read, gone],
    ),
  ).toHaveLength(1);
});
