/** What is said of lists and of members that come and go, from all that was exchanged with a shop. */
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import type { Json } from '../../src/record/json.ts';
import { outcomesOf, showsOtherwiseNamed } from '../../src/report/causes/exchanges/outcomes.ts';
import { said } from './exchanges.ts';
import { otherValue, wrongStatus } from './found.ts';
import { titles, type Failing } from './titles.ts';

describe('pages that have records and are refused', () => {
  const list = { operation: 'orders/list' };
  const page = (place: number, status: number, count: number): Exchange => ({
    ...said(`GET /orders?page=${place}`, status, {
      ...list,
      shown: { orders: Array.from({ length: count }, () => 1) },
    }),
    id: `walk/1#walk.${place}`,
    step: 'walk',
  });
  const past = said('GET /orders?page=999', 422, list);
  const failing: Failing = { rule: 'page.past-the-end', on: past, found: wrongStatus(422, [200]) };

  it('are told before the one past the end', () => {
    const walk = [page(1, 200, 20), page(2, 200, 20), page(3, 422, 0)];
    expect(titles([failing], [...walk, past])[0]).toBe(
      'Refuses pages of orders/list behind the first 40 records, though there are more, with 422',
    );
  });

  it('are told so too where the flag of an answer refuses them', () => {
    const refused = (id: string): Exchange => ({
      ...said(`GET /orders?page=${id}`, 200, { ...list, shown: { done: false, orders: {} } }),
      id,
      step: 'walk',
    });
    const found = { where: 'body#/orders', expected: 'a list', actual: '{}', kind: 'no-list' } as const;
    const [third, far] = [refused('walk/1#walk.3'), refused('past#probe')];
    const denied = [page(1, 200, 20), page(2, 200, 20), third, far];
    const flags = [{ service: 'shop', flag: '/done' }];
    expect(titles([{ rule: 'page.past-the-end', on: far, found }], denied, {}, flags)[0]).toBe(
      'Refuses pages of orders/list behind the first 40 records, though there are more, with 200 and no success',
    );
  });

  it('are none where every page of a walk is served', () => {
    expect(titles([failing], [page(1, 200, 20), page(2, 200, 3), past])[0]).not.toMatch(/behind the first/);
  });
});

describe('a member that has another name now and then', () => {
  const read = (place: number, name: string): Exchange =>
    said(`GET /orders/${place}`, 200, { shown: { id: place, [name]: 'Ann' } });
  const added = (on: Exchange): Failing => ({
    rule: 'http.body-schema',
    on,
    found: { where: 'body#/shipTo', expected: 'no such member', actual: '"Ann"', kind: 'added' },
  });
  const changed = (on: Exchange): Failing => ({
    rule: 'lifecycle.others-kept',
    on,
    found: otherValue('body#/ship_to', 'Ann', undefined),
  });

  it('is one cause, with the share', () => {
    const all = [1, 2, 3, 4, 5, 6].map((place) => read(place, place % 3 === 0 ? 'shipTo' : 'ship_to'));
    const [odd, later] = [all[2] as Exchange, all[5] as Exchange];
    expect(titles([added(odd), changed(later)], all)).toEqual([
      'Shows ship_to as shipTo in one of 3 answers of orders/read',
    ]);
  });

  it('is not left out of the answers that have it so', () => {
    expect(showsOtherwiseNamed(read(1, 'shipTo'), ['ship_to'])).toBe(true);
    expect(showsOtherwiseNamed(read(1, 'receiver'), ['ship_to'])).toBe(false);
  });

  it('is another matter where it always has it, or the name is another word', () => {
    const always = [1, 2, 3].map((place) => read(place, 'shipTo'));
    expect(titles([added(always[0] as Exchange)], always)[0]).not.toMatch(/in one of/);
    const word = [1, 2, 3, 4].map((place) => read(place, place > 2 ? 'shipTo' : 'receiver'));
    expect(titles([added(word[3] as Exchange)], word)[0]).not.toMatch(/in one of/);
  });
});

describe('records that a list leaves out', () => {
  const create = (place: number, sent: object): Exchange =>
    said('POST /orders', 201, { case: `case-${place}`, sent: { name: 'x', ...sent }, shown: { id: place } });
  const list = (place: number, shown: readonly number[]): Exchange =>
    said('GET /orders', 200, {
      case: `case-${place}`,
      step: 'list',
      operation: 'orders/list',
      shown: { orders: shown.map((id) => ({ id })) },
    });
  const failing = (on: Exchange): Failing => ({
    rule: 'lifecycle.stored-once',
    on,
    found: { where: 'body#/orders', expected: 'the new record once', actual: '0 times' },
  });
  const kept = [1, 2, 3].flatMap((place) => [create(place, { shop: 7 }), list(place, [place])]);

  it('are told by the record that they do not refer to, where they lack more that no listed one lacks', () => {
    const shop = said('POST /shops', 201, { operation: 'shops/create', sent: { town: 'Perth' }, shown: { id: 7 } });
    const more = { shop: 7, note: 'a', colour: 'red' };
    const whole = [1, 2, 3].flatMap((place) => [create(place, more), list(place, [place])]);
    const lists = [4, 5].map((place) => list(place, []));
    const others = [4, 5].flatMap((place, index) => [
      create(place, place === 4 ? {} : { size: 2 }),
      lists[index] ?? shop,
    ]);
    expect(titles(lists.map(failing), [shop, ...whole, ...others])[0]).toMatch(
      /^Leaves records out of orders\/list that were created (?:where shop is not sent|without shop, which refers to another record \(and without 2 others\))$/,
    );
  });

  it('are told by what they lack', () => {
    const [four, five] = [list(4, []), list(5, [])];
    const all = [...kept, create(4, {}), four, create(5, {}), five];
    expect(titles([failing(four), failing(five)], all)[0]).toBe(
      'Leaves records out of orders/list that were created where shop is not sent',
    );
  });

  it('are told as they are found where nothing sets them apart', () => {
    const four = list(4, []);
    expect(titles([failing(four)], [...kept, create(4, { shop: 7 }), four])[0]).not.toMatch(/^Leaves/);
  });
});

describe('reads that lack what the same record shows before and after', () => {
  const read = (shown: object): Exchange => said('GET /orders/1', 200, { shown: { id: 1, ...shown } });
  const ends = (...all: readonly Exchange[]): readonly (string | undefined)[] =>
    all.map(outcomesOf(all, () => true, true).of);

  it('are told apart, wherever in the record it is', () => {
    expect(ends(read({ by: 'Ann' }), read({}), read({ by: 'Ann' }))).toEqual(['200', 'lacks by', '200']);
    expect(
      ends(read({ to: { town: 'x', no: 1 } }), read({ to: { no: 1 } }), read({ to: { town: 'x', no: 1 } })),
    ).toEqual(['200', 'lacks town', '200']);
  });

  it('are none where it is gone for good, was changed in between, or was asked for otherwise', () => {
    expect(ends(read({ by: 'Ann' }), read({}), read({}))).toEqual(['200', '200', '200']);
    const change = said('PATCH /orders/1', 200, { sent: { by: null }, shown: { id: 1 } });
    const back = said('PATCH /orders/1', 200, { sent: { by: 'Ann' }, shown: { id: 1, by: 'Ann' } });
    expect(ends(read({ by: 'Ann' }), change, read({}), back, read({ by: 'Ann' }))).not.toContain('lacks by');
    const brief = said('GET /orders/1?brief=true', 200, { shown: { id: 1 } });
    expect(ends(read({ by: 'Ann' }), brief, read({ by: 'Ann' }))).toEqual(['200', '200', '200']);
  });

  const list = (...orders: readonly Json[]): Exchange =>
    said('GET /orders', 200, { operation: 'orders/list', shown: { result: orders } });
  const ofOthers = (line: string, status: number): Exchange => ({ ...said(line, status), group: 'other' });

  it('are told of lists that others write to record by record', () => {
    const [one, other] = [{ id: 1 }, { id: 2, by: 'Ann' }];
    const made = ofOthers('POST /orders', 201);
    // One of others, which alone has the member, comes and goes and comes again.
    expect(ends(list(one, other), made, list(one), list(one, other))).toEqual(['200', '201', '200', '200']);
    expect(ends(list(one, other), made, list(one, { id: 2 }), list(one, other, { id: 3, to: 'x' }))).toEqual([
      '200',
      '201',
      'lacks by',
      '200',
    ]);
    // One that others changed is theirs, wherever it is in the order of things.
    const changed = ofOthers('PATCH /orders/2', 200);
    expect(ends(list(one, other), changed, list(one, { id: 2 }), list(one, other))).not.toContain('lacks by');
  });
});

describe('a walk that lacks records', () => {
  const page = (walk: string, place: number, count: number, size?: number): Exchange => ({
    ...said(`GET /orders?page=${place}${size === undefined ? '' : `&per=${size}`}`, 200, {
      operation: 'orders/list',
      shown: { orders: Array.from({ length: count }, () => 1) },
    }),
    id: `${walk}#walk.${place}`,
    step: 'walk',
  });
  const failing = (on: Exchange): Failing => ({
    rule: 'page.walk-complete',
    on,
    found: { where: 'walk', expected: 'all 60 records', actual: '30 lost' },
  });
  const sized = [page('sized', 1, 20, 20), page('sized', 2, 20, 20), page('sized', 3, 20, 20)];

  it('is told with what it did not ask for, where walks that do lack none', () => {
    const plain = [page('plain', 1, 15), page('plain', 2, 15)] as const;
    expect(titles([failing(plain[1])], [...plain, ...sized])[0]).toBe(
      'Loses records of orders/list where no per is sent, and not where one is: pages of 15 records come',
    );
  });

  it('is told as it was where the size was asked for too, or never', () => {
    const [first] = sized as [Exchange];
    expect(titles([failing(first)], sized)[0]).not.toMatch(/is sent/);
    const plain = page('plain', 1, 15);
    expect(titles([failing(plain)], [plain])[0]).not.toMatch(/is sent/);
  });
});

describe('a page past the end that holds records', () => {
  const page = (query: string, numbers: readonly number[]): Exchange =>
    said(`GET /orders${query}`, 200, {
      operation: 'orders/list',
      shown: { orders: numbers.map((number) => ({ number })) },
    });
  const first = (numbers: readonly number[], others: readonly Exchange[]): string | undefined => {
    const on = page('?page=99', numbers);
    const found = { where: 'body records', expected: 'none past the end', actual: String(numbers.length) };
    return titles([{ rule: 'page.past-the-end', on, found }], [...others, on])[0];
  };
  const whole = page('', [1, 2, 3]);

  it.each([
    [[3], 'the last page again (1 record)'],
    [[1, 2], 'the first page again (2 records)'],
    [[1, 2, 3], 'the last page, which is the first one here, again (3 records)'],
  ])('is told by which: %j', (numbers, words) => {
    expect(first(numbers, [whole])).toBe(
      `Answers a page past the end with ${words} instead of an empty list on orders/list`,
    );
  });

  it('is not told so where they are others, or nothing else was listed', () => {
    expect(first([7], [whole])).not.toMatch(/again/);
    expect(first([1], [])).not.toMatch(/again/);
  });
});

describe('a batch with one item that is at fault', () => {
  const batch = (...flags: readonly boolean[]): Exchange =>
    said('POST /orders', 201, {
      operation: 'orders/create',
      sent: [{ number: 1 }, {}, { number: 3 }],
      shown: flags.map((success) => ({ success })),
    });
  const title = (on: Exchange): string | undefined =>
    titles(
      [
        {
          rule: 'lifecycle.batch-independent',
          on,
          found: { where: 'body /success', expected: '[true,false,true]', actual: 'status 201, […]' },
        },
      ],
      [on],
      {},
      [{ service: 'shop', flag: '/success' }],
    )[0];

  it('is answered in another order', () => {
    expect(title(batch(true, true, false))).toBe(
      'Answers the items of a batch in another order than they were sent, on orders/create',
    );
  });

  it('stops the others', () => {
    expect(title(batch(true, false, false))).not.toMatch(/another order/);
  });
});

describe('what a batch said that it stored', () => {
  const good = [
    said('POST /orders', 201, { sent: [{ size: 1 }, { size: 2 }], shown: [{ id: 71 }, { id: 72 }] }),
    said('GET /orders', 200, { operation: 'orders/list', shown: [{ id: 71 }, { id: 72 }] }),
  ];
  const told = (all: readonly Exchange[], end = 404): string | undefined => {
    const gone = said('GET /orders/81', end);
    return titles([{ rule: 'lifecycle.batch-readable', on: gone, found: wrongStatus(end, []) }], [...all, gone])[0];
  };

  it('is taken back for another item where batches of good ones are kept', () => {
    expect(told(good)).toBe(
      'Takes back, where an item of a batch is refused, what it said that it stored of the others on orders/read: 404 instead of the record',
    );
  });

  it('is stored of the first item alone where that is found beside it', () => {
    const [first, gone] = [said('GET /orders/80', 200, { case: 'c' }), said('GET /orders/81', 404, { case: 'c' })];
    const failing = {
      rule: 'lifecycle.batch-readable',
      on: gone,
      found: wrongStatus(404, []),
    };
    expect(titles([failing], [...good, first, gone])[0]).toBe(
      'Stores the first alone of the items of a batch, though it answers the others as stored on orders/read: 404 instead of the record',
    );
  });

  it('is lost for another reason where they are not, or none is seen', () => {
    expect(told(good.slice(0, 1))).not.toMatch(/is refused/);
    expect(told([])).not.toMatch(/is refused/);
  });

  it.each([500, 503, 403, 302])('is not known to be gone where %s is answered', (end) => {
    expect(told(good, end)).not.toMatch(/Takes back/);
  });
});

describe('a walk that goes on behind the last record', () => {
  const walk = (...counts: readonly number[]): readonly Exchange[] =>
    counts.map((count, place) => ({
      ...said(`GET /orders?page=${place + 1}`, 200, {
        operation: 'orders/list',
        step: 'walk',
        case: 'walk/1',
        shown: { orders: Array.from({ length: count }, (_one, index) => index) },
      }),
      id: `walk/1#walk.${place + 1}`,
    }));
  const told = (all: readonly Exchange[]): string | undefined =>
    titles(
      all.slice(1, 2).map((on) => ({
        rule: 'page.size',
        on,
        found: { where: 'body records', expected: 'exactly 20', actual: '7' },
      })),
      all,
    )[0];

  it('counts pages that are not there', () => {
    expect(told(walk(20, 7, 0, 0))).toBe(
      'Counts more pages of orders/list than there are: more are said to follow behind the last record, and come empty (2 pages of one walk)',
    );
  });

  it('has pages of another size where a short one is before others', () => {
    expect(told(walk(20, 7, 20, 0))).not.toMatch(/^Counts more/);
    expect(told(walk(20, 7))).not.toMatch(/^Counts more/);
  });
});

describe('a list of which the first entry alone is taken', () => {
  const create = (sent: readonly string[], shown: readonly string[]): Exchange =>
    said('POST /orders', 201, { sent: { order: { parcels: sent } }, shown: { result: { id: 7, parcels: shown } } });
  const short = (on: Exchange): Failing => ({
    rule: 'body.count',
    on,
    found: { where: 'body#/result/parcels', expected: '3 entries', actual: '1 entry' },
  });
  const accepted = (on: Exchange): Failing => ({ rule: 'outcome.refused', on, found: wrongStatus(201, [422]) });
  const rules = { 'outcome.refused': { title: 'r', explain: '', fails: 'takes it', awaits: 'refusal' as const } };

  it('is what lets two equal ones through', () => {
    const [several, twice] = [create(['a', 'b', 'c'], ['a']), create(['a', 'a'], ['a'])];
    expect(titles([accepted(twice), short(several)], [several, twice], rules)).toEqual([
      'Takes the first alone of several parcels on orders/create: 1 of 3',
    ]);
  });

  it('is another matter where others come whole', () => {
    const [several, faulty] = [create(['a', 'b'], ['a', 'b']), create(['a', '?'], ['a'])];
    expect(titles([accepted(faulty)], [several, faulty], rules)[0]).not.toMatch(/alone/);
  });

  it('is another matter where equal ones are taken for one, and others kept', () => {
    const twice = create(['a', 'a'], ['a']);
    expect(titles([accepted(twice)], [twice], rules)[0]).not.toMatch(/alone/);
  });
});

describe('pages that were given before', () => {
  const page = (list: string, place: number, shown: number): Exchange =>
    said(`GET /${list}?page=${place}`, 200, { operation: `${list}/list`, shown: [{ id: shown }] });
  const failing = (rule: string, on: Exchange): Failing => ({
    rule,
    on,
    found: { where: 'header page', expected: '2', actual: '1' },
  });

  it('are one cause on whatever lists', () => {
    const all = ['orders', 'shops'].flatMap((list) => [
      page(list, 1, 1),
      page(list, 2, 1),
      page(list, 3, 1),
      page(list, 4, 4),
    ]);
    const [, a, b, , , c, d] = all as [Exchange, Exchange, Exchange, Exchange, Exchange, Exchange, Exchange];
    const found = titles(
      [failing('page.next', a), failing('page.headers', b), failing('page.headers', c), failing('page.next', d)],
      all,
    );
    expect(found).toEqual([
      'Answers orders/list and shops/list with the whole answer to the call before, which was sent with another page',
    ]);
  });
});

describe('a record that is listed once for each of its parts', () => {
  const list = said('GET /orders', 200, { operation: 'orders/list', shown: { orders: [{ id: 1 }, { id: 1 }] } });
  const failing = (actual: string): Failing => ({
    rule: 'lifecycle.listed-once',
    key: 'order-lines',
    on: list,
    found: { where: 'body#/orders', expected: 'the record 1 once', actual },
  });

  it('is told with the list and the parts', () => {
    expect(titles([failing('2 times')], [list])).toEqual([
      'Shows a record in orders/list once for each of its order-lines',
    ]);
  });

  it('is another matter where it is not listed at all', () => {
    expect(titles([failing('0 times')], [list])[0]).not.toMatch(/once for each/);
  });
});
