/** What is said of walks over pages, from all that was exchanged with a shop. */
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import { said } from './exchanges.ts';
import { titles, type Failing } from './titles.ts';

const page = (place: number, count: number): Exchange => ({
  ...said(`GET /orders?page=${place}`, 200, {
    operation: 'orders/list',
    shown: { orders: Array.from({ length: count }, () => 1) },
  }),
  id: `walk/1#walk.${place}`,
  step: 'walk',
});

const of = (rule: string, on: Exchange, expected: string, actual: string, asked?: string): Failing => ({
  rule,
  on,
  found: { where: 'header page', expected, actual, ...(asked === undefined ? {} : { asked, came: actual }) },
});

const lost = (on: Exchange): Failing => ({
  rule: 'page.walk-complete',
  on,
  found: { where: 'walk', expected: 'all 3 records', actual: '1 lost', kind: 'unlisted', place: 'newest' },
});

describe('page numbers', () => {
  it('that are all too low by one are one cause', () => {
    const [first, second] = [page(1, 2), page(2, 1)];
    const failing = [
      of('page.headers', first, '1', '0', '1'),
      of('page.next', second, 'absent on the last page', '1'),
      of('page.previous', second, '1', '0', '1'),
    ];
    expect(titles(failing, [first, second])).toEqual([
      'Tells page numbers that are 1 too low on orders/list: the first page is told as 0',
    ]);
  });

  it('are no such cause where some are right, or the page itself is', () => {
    const [first, second] = [page(1, 2), page(2, 1)];
    const next = of('page.next', first, '2', '1', '2');
    expect(titles([next], [first, second])[0]).not.toMatch(/too low/);
    const higher = of('page.headers', second, '2', '3', '2');
    expect(titles([next, higher], [first, second]).join(' ')).not.toMatch(/too (low|high)/);
  });
});

describe('walks that end early', () => {
  it('are told by the pages behind the first, where those are empty', () => {
    const pages = [page(1, 2), page(2, 0)];
    expect(titles([lost(pages[1] as Exchange)], pages)).toEqual([
      'Brings no records on the pages behind the first one on orders/list, though more pages are told of: 2 records on the first, none on the second',
    ]);
  });

  it('are told by the count, where that is too low', () => {
    const only = page(1, 2);
    expect(titles([lost(only), of('page.total', only, '2 pages for 3 records', '1', '2')], [only])).toEqual([
      'Counts fewer pages than there are on orders/list: 1 instead of 2, so that a walk ends before the last records',
    ]);
  });

  it('are told by what is lost, where the count is right', () => {
    const pages = [page(1, 2), page(2, 1)];
    expect(titles([lost(pages[1] as Exchange)], pages)[0]).not.toMatch(/Counts|behind/);
  });
});

describe('a walk of one page that has fewer records than were asked for', () => {
  const sized = (size: number, count: number, where: string): Exchange =>
    said('GET /orders', 200, {
      operation: 'orders/list',
      case: where,
      step: 'walk',
      asked: [['x-size', String(size)]],
      shown: { orders: Array.from({ length: count }, (_none, id) => ({ id })) },
    });
  const others = [sized(2, 2, 'a'), sized(3, 3, 'b')];

  it('is told by both numbers', () => {
    const short = sized(1000, 200, 'c');
    expect(titles([lost(short)], [...others, short])).toEqual([
      'Sends pages of 200 records where 1,000 are asked for on orders/list, though there are more',
    ]);
  });

  it('is another matter where nothing shows that it is the size, or other pages came before', () => {
    const short = sized(1000, 200, 'c');
    expect(titles([lost(short)], [short])[0]).not.toMatch(/asked for/);
    const last = { ...sized(3, 1, 'd'), id: 'd#walk.2' };
    expect(titles([lost(last)], [...others, sized(3, 3, 'd'), last])[0]).not.toMatch(/asked for/);
  });
});

describe('a record that was changed', () => {
  it('and stands twice in its list is told so', () => {
    const list = said('GET /orders', 200, { operation: 'orders/list', shown: { orders: [{ id: 7 }, { id: 7 }] } });
    const found = { where: 'body#/orders/1/id', expected: 'above 7', actual: '7' };
    const failing: Failing = { rule: 'lifecycle.order-kept', on: list, found: { ...found, kind: 'again' } };
    expect(titles([failing], [list])).toEqual(['Lists a record twice once it was changed, on orders/list']);
    expect(titles([{ ...failing, found }], [list])[0]).not.toMatch(/twice/);
  });
});
