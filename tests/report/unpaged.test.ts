/** Lists of a shop that are asked for without paging, and have more records than a first page, or fewer. */
import { describe, expect, it } from 'vitest';
import { said } from './exchanges.ts';
import { titles, type Failing } from './titles.ts';

describe('a list that was asked for without paging', () => {
  const told = (...all: readonly (readonly [number, number])[]): string => {
    const lists = all.map(([came]) =>
      said('GET /orders', 200, {
        operation: 'orders/list',
        shown: Array.from({ length: came }, (_none, id) => ({ id })),
      }),
    );
    const failing = all.map(([came, due], index): Failing => ({
      rule: 'page.not-enabled',
      on: lists[index] as Failing['on'],
      found: { where: 'body records', expected: 'the first', actual: 'others', asked: String(due), came: String(came) },
    }));
    return titles(failing, lists).join();
  };

  it('has too many records, or too few', () => {
    expect(told([201, 200])).toBe(
      'Sends 201 records where no page is asked for, and not the first 200 alone, on orders/list',
    );
    expect(told([100, 199], [100, 200])).toBe(
      'Ends after 100 of 200 records where no page is asked for, on orders/list',
    );
  });

  it('is another matter where as many come, or now too many and now too few', () => {
    for (const all of [
      [[200, 200]],
      [
        [201, 200],
        [100, 200],
      ],
    ] as const)
      expect(told(...all)).not.toMatch(/no page is asked for, /);
  });
});
