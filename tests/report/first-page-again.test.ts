/** The first page for whatever page is asked for, and page numbers that count from another one. */
import { expect, it } from 'vitest';
import { said } from './exchanges.ts';
import { titles } from './titles.ts';

/** A walk: what its pages show, and which of them is told to be another than was asked for. */
function told(pages: readonly (readonly number[])[], wrong: number, asked: string, came: string): string | undefined {
  const walk = pages.map((ids, index) =>
    said('GET /orders', 200, {
      operation: 'orders/list',
      case: 'walk',
      step: `walk.${index + 1}`,
      shown: { result: ids.map((id) => ({ id })) },
    }),
  );
  const on = walk[wrong];
  if (on === undefined) return undefined;
  const found = { where: 'header page', expected: asked, actual: came, asked, came, kind: 'value' as const };
  return titles([{ rule: 'page.headers', on, found }], walk)[0];
}

it('is told as that', () => {
  expect(
    told(
      [
        [1, 2],
        [1, 2],
      ],
      1,
      '2',
      '1',
    ),
  ).toBe('Brings the first page of orders/list whatever page is asked for');
});

it('is not where another page comes, and no number is told of the first', () => {
  const title = told(
    [
      [1, 2],
      [3, 4],
    ],
    1,
    '2',
    '1',
  );
  expect(title).not.toMatch(/first page/);
  expect(title).not.toMatch(/too low/);
});

it('numbers are too low where that of the first page is', () => {
  expect(
    told(
      [
        [1, 2],
        [3, 4],
      ],
      0,
      '1',
      '0',
    ),
  ).toBe('Tells page numbers that are 1 too low on orders/list: the first page is told as 0');
});
