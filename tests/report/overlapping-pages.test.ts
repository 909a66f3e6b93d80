/** Pages that begin with what the one before ended with. */
import { expect, it } from 'vitest';
import { said } from './exchanges.ts';
import { titles } from './titles.ts';

function told(second: readonly number[]): string | undefined {
  const pages = [[1, 2, 3], second].map((ids, index) =>
    said('GET /orders', 200, {
      operation: 'orders/list',
      case: 'walk',
      step: `walk.${index + 1}`,
      shown: { result: ids.map((id) => ({ id })) },
    }),
  );
  const [, on] = pages;
  if (on === undefined) return undefined;
  const found = { where: 'walk', expected: 'each record once', actual: 'one on pages 1 and 2', kind: 'again' as const };
  return titles([{ rule: 'page.no-duplicates', on, found }], pages)[0];
}

it('are told as that', () => {
  expect(told([3, 4])).toBe(
    'Brings a record twice: the last of each page again as the first of the next, on orders/list',
  );
});

it('are not where another record comes again', () => {
  expect(told([4, 2])).not.toMatch(/last of each page/);
});
