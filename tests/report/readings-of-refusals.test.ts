/** What is said of good requests that are refused or break, from all that was exchanged with a shop. */
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import type { Json } from '../../src/record/json.ts';
import { said } from './exchanges.ts';
import { wrongStatus } from './found.ts';
import { titles as titlesOf, type Failing } from './titles.ts';

const RULES = {
  'outcome.accepted': { title: '', explain: '', fails: '{refuses} it: {status}', awaits: 'acceptance' },
} as const;

const refused = (on: Exchange): Failing => ({
  rule: 'outcome.accepted',
  on,
  found: wrongStatus(on.response?.status ?? 0, [200]),
});

describe('a list that is refused', () => {
  const list = (customer: string, status: number, shown: Json): Exchange =>
    said(`GET /customers/${customer}/orders`, status, { operation: 'orders/list', shown });
  const make = (customer: number): Exchange => said('POST /orders', 201, { sent: { customer } });
  const served = [make(7), list('7', 200, [{ number: 1 }]), make(8), list('8', 200, [{ number: 2 }])];
  const first = (on: Exchange, all: readonly Exchange[]): string | undefined => titlesOf([refused(on)], all, RULES)[0];

  it.each([404, 500])('where it has nothing is told so: %d', (status) => {
    const on = list('9', status, {});
    expect(first(on, [...served, on])).toBe(`Answers ${status} instead of an empty list on orders/list`);
  });

  it('is another matter where it has something, or an empty one is served, or a record is asked for', () => {
    const on = list('9', 404, {});
    expect(first(on, [...served, make(9), on])).not.toMatch(/empty list/);
    expect(first(on, [...served, list('10', 200, []), on])).not.toMatch(/empty list/);
    const read = said('GET /orders/9', 404, { shown: {} });
    const reads = [1, 2].map((id) => said(`GET /orders/${id}`, 200, { shown: { lines: [id] } }));
    expect(first(read, [...reads, read])).not.toMatch(/empty list/);
  });

  it('is another matter where the service says that it is away, or what is read is no list', () => {
    const away = list('9', 503, {});
    expect(first(away, [...served, away])).not.toMatch(/empty list/);
    const document = { info: {}, paths: { '/orders': { get: { parameters: [{ name: 'page' }, { name: 'size' }] } } } };
    const reads = [1, 2].map(() => said('GET /definition', 200, { operation: 'definition/read', shown: document }));
    const broken = said('GET /definition', 500, { operation: 'definition/read', shown: {} });
    expect(first(broken, [...reads, broken])).not.toMatch(/empty list/);
  });

  it('past pages that have records is served empty for all that', () => {
    const on = list('9', 404, {});
    const past = said('GET /customers/7/orders?page=9', 200, { operation: 'orders/list', shown: [] });
    expect(first(on, [...served, past, on])).toBe('Answers 404 instead of an empty list on orders/list');
  });
});

describe('calls that break by turns', () => {
  const turnsOf = (operations: number): readonly Exchange[] =>
    Array.from({ length: operations }, (_none, place) => `things${String.fromCodePoint(97 + place)}`).flatMap((name) =>
      Array.from({ length: 12 }, (_one, index) =>
        said(`POST /${name}`, index % 3 === 2 ? 502 : 201, { operation: `${name}/create`, sent: { size: 1 } }),
      ),
    );
  const told = (operations: number): readonly string[] => {
    const odd = said('GET /other', 502, { operation: 'other/list' });
    const all = [...turnsOf(operations), odd];
    const broken = all.filter(({ response }) => response?.status === 502).map(refused);
    const elsewhere: Failing = { rule: 'http.no-server-error', on: odd, found: wrongStatus(502, []) };
    return titlesOf([...broken.slice(0, -1), elsewhere], all, RULES);
  };

  it('on many operations do it whatever is called, and are one cause', () => {
    expect(told(6)).toEqual(['Answers 502 to one in 3 calls, whatever is called']);
  });

  it('on a few do it there', () => {
    expect(told(3)[0]).toMatch(/^Answers 502 to one in 3 calls of things/);
  });
});

describe('a deletion of a part that is refused', () => {
  const make = (id: number, lines: Json): Exchange =>
    said('POST /orders', 201, { sent: {}, shown: { id, lines }, headers: [['location', `/orders/${id}`]] });
  const remove = (id: number, status: number): Exchange =>
    said(`DELETE /orders/${id}/lines`, status, { operation: 'orders/delete-lines' });
  const first = (on: Exchange, all: readonly Exchange[]): string | undefined => titlesOf([refused(on)], all, RULES)[0];
  const served = [make(1, [1]), remove(1, 204), make(2, [1, 2]), remove(2, 204)];

  it.each([
    [500, 'Answers 500 to orders/delete-lines where there is nothing to delete (lines is empty before)'],
    [409, 'Refuses orders/delete-lines where there is nothing to delete (lines is empty before), with 409'],
  ])('where nothing is there is told so: %d', (status, title) => {
    const on = remove(3, status);
    expect(first(on, [...served, make(3, []), on])).toBe(title);
  });

  it('where it was done before is told so', () => {
    const on = remove(2, 409);
    expect(first(on, [...served, on])).toBe('Refuses orders/delete-lines where lines was removed before, with 409');
  });

  it('is another matter where something is there, or nothing is and it is served', () => {
    const on = remove(3, 500);
    expect(first(on, [...served, make(3, [1]), on])).not.toMatch(/where /);
    expect(first(on, [...served, make(4, []), remove(4, 204), make(3, []), on])).not.toMatch(/where /);
  });
});

describe('one total for all that is in a list', () => {
  const total = (rule: string, expected: string, actual: string): Failing => ({
    rule,
    on: said('GET /orders', 200, { operation: 'orders/list', shown: [] }),
    found: { where: 'header pages', expected, actual },
  });
  const first = (failing: readonly Failing[]): string | undefined =>
    titlesOf(
      failing,
      failing.map(({ on }) => on),
      {},
    )[0];
  const grown = total('page.total-grown', '3', '1');

  it('is told as such', () => {
    const scaled = total('page.total-scaled', '7, the number of records', '1');
    expect(first([grown, scaled])).toBe('Counts 1 in header pages of orders/list, however many there are');
  });

  it('is none where it was looked for once, or where there are two', () => {
    expect(first([grown])).not.toMatch(/however many/);
    expect(first([grown, total('page.total-scaled', '7, the number of records', '2')])).not.toMatch(/however many/);
  });
});
