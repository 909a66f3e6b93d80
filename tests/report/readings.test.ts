/** What the exchanges say of a cause as a whole, on a shop that no contract of ours knows. */
import { describe, expect, it } from 'vitest';
import type { Exchange, HeaderList } from '../../src/record/exchange.ts';
import { MASK } from '../../src/record/mask.ts';
import { exchangesBy } from '../../src/report/causes/exchanges/exchange-index.ts';
import type { Report } from '../../src/report/model.ts';
import { said } from './exchanges.ts';
import { otherValue, wrongStatus } from './found.ts';
import { titles as titlesOf, type Failing } from './titles.ts';

const RULES = Object.fromEntries(
  ['outcome.accepted', 'token.usable', 'media.accept-absent'].map((id) => [
    id,
    { title: id, explain: '', fails: '{refuses} it: {status}', awaits: 'acceptance' as const },
  ]),
);

const titles = (failing: readonly Failing[], all: readonly Exchange[]): readonly string[] =>
  titlesOf(failing, all, RULES);

const to = (location: string): { readonly headers: HeaderList } => ({ headers: [['location', location]] });

describe('what is redirected', () => {
  const list = (location: string, name = 'orders'): Exchange =>
    said(`GET /${name}`, 308, { operation: `${name}/list`, ...to(location) });
  const failing = (rule: string, on: Exchange): Failing => ({
    rule,
    on,
    found: wrongStatus(on.response?.status ?? 0, [200]),
  });
  const accepted = (...all: readonly Exchange[]): readonly string[] =>
    titles(
      all.map((on) => failing('outcome.accepted', on)),
      all,
    );

  it.each([
    ['/orders/', 'the same path with a slash at its end (/orders/)'],
    ['https://shop.example/orders', 'the same address under https: (https://shop.example/orders)'],
    ['https://new.example/orders', 'another host (https://new.example/orders)'],
    ['/v2/orders', 'another path (/v2/orders)'],
  ])('says where to: %s', (location, words) => {
    expect(accepted(list(location))).toEqual([`Redirects orders/list with 308 to ${words}`]);
  });

  it('is no matter of the token that was tried on it', () => {
    const [orders, items] = [list('/orders/'), list('/items/', 'items')];
    const found = titles(
      [failing('token.usable', orders), failing('outcome.accepted', orders), failing('outcome.accepted', items)],
      [orders, items],
    );
    expect(found).toEqual([
      'Redirects items/list and orders/list with 308 to the same path with a slash at its end (/orders/)',
    ]);
  });

  it('says what is special about the request, where only such a one is', () => {
    const on = list('/sign-in');
    expect(titles([failing('media.accept-absent', on)], [on])[0]).not.toMatch(/^Redirects/);
  });
});

describe('tokens', () => {
  const use = (status: number): Exchange => said('GET /orders', status, { operation: 'orders/list' });
  const refused = use(401);
  const failing: Failing = { rule: 'token.usable', on: refused, found: wrongStatus(401, [200]) };

  it('of which some are taken are told apart from those that never are', () => {
    expect(titles([failing], [use(200), refused])[0]).toBe(
      'Refuses some of the tokens that were granted, with 401, and takes others',
    );
    expect(titles([failing], [refused])[0]).not.toMatch(/some of/);
  });
});

describe('a batch', () => {
  const batch = (answers: readonly boolean[], count = 3): Exchange =>
    said('POST /orders', 201, {
      sent: Array.from({ length: count }, (_one, index) => ({ number: index })),
      shown: answers.map((success) => ({ success })),
    });
  const failing = (on: Exchange): readonly Failing[] => [
    { rule: 'lifecycle.batch-order', on, found: { where: 'body id', expected: '[]', actual: '[]' } },
    { rule: 'body.has', on, found: { where: 'body#/1', expected: 'present', actual: 'absent', kind: 'absent' } },
  ];

  it('of which the first item alone is answered is one cause', () => {
    const on = batch([true]);
    expect(titles(failing(on), [on])).toEqual([
      'Answers the first alone of the items that are sent together to orders/create: 1 of 3',
    ]);
  });

  it('whose items are answered with the ids of one another says so, and not that they are lost', () => {
    const read = (place: number, status: number, number: number): Exchange =>
      said(`GET /orders/${place}`, status, { operation: 'orders/create', shown: { number } });
    const turned = (on: Exchange): Failing => ({
      rule: 'lifecycle.batch-readable',
      on,
      found: on.response?.status === 404 ? wrongStatus(404, []) : otherValue('body#/number', 1, 3),
    });
    const [one, other, none] = [read(1, 200, 3), read(3, 200, 1), read(1, 404, 0)];
    expect(titles([turned(one), turned(other)], [one, other])).toEqual([
      'Answers the items of a batch with the ids of one another on orders/create: what is read by the id of one is another',
    ]);
    expect(titles([turned(none)], [none])[0]).not.toMatch(/one another/);
  });

  it('whose items are all answered with the id of the first says so', () => {
    const found = (...ids: readonly string[]): Exchange =>
      said('POST /orders', 201, { sent: [{ id: 'a' }, { id: 'b' }], shown: ids.map((id) => ({ id })) });
    const order = (on: Exchange): Failing => ({
      rule: 'lifecycle.batch-order',
      on,
      found: { where: 'body ids', expected: '[]', actual: '[]' },
    });
    const [same, turned] = [found('a', 'a'), found('b', 'a')];
    expect(titles([order(same)], [same])).toEqual([
      'Answers all items of a batch with the correlation id of the first, on orders/create',
    ]);
    expect(titles([order(turned)], [turned])[0]).not.toMatch(/of the first/);
  });

  it('whose refused items are told the errors of others says so', () => {
    const on = said('POST /orders', 200, { shown: [{ success: false }] });
    const found = (actual: string, more: object): Failing => ({
      rule: 'input.batch-refused',
      on,
      found: { where: 'body#/1/errors/code', expected: 'A2', actual, ...more },
    });
    expect(titles([found('A1, A2', { kind: 'added' })], [on])).toEqual([
      'Tells a refused item of a batch the errors of other items too, on orders/create: A1, A2 instead of A2',
    ]);
    expect(titles([found('A1', {})], [on])[0]).not.toMatch(/other items/);
  });

  it('that ends with what is refused, or is answered whole, is none', () => {
    for (const on of [batch([true, false]), batch([true, true, true])])
      expect(titlesOf(failing(on), [on], RULES, [{ service: 'shop', flag: '/success' }])[0]).not.toMatch(/the first/);
  });
});

describe('a list that is shown shorter than it was sent', () => {
  const write = (lines: readonly string[]): Exchange =>
    said('POST /orders', 201, { case: 'lines', step: 'create', sent: { lines } });
  const read = (lines: readonly string[]): Exchange =>
    said('GET /orders/1', 200, { case: 'lines', step: 'read', shown: { order: { lines } } });
  const failing = (on: Exchange): readonly Failing[] => [
    { rule: 'body.count', on, found: { where: 'body#/order/lines', expected: '3 entries', actual: '2 entries' } },
  ];

  it('lacks what was equal to another entry', () => {
    const [sent, shown] = [write(['a', 'b', 'a']), read(['a', 'b'])];
    expect(titles(failing(shown), [sent, shown])[0]).toBe(
      'Keeps one of several equal entries of lines, and drops the others, on orders/create: 3 were sent, 2 are shown',
    );
  });

  it('lacks something else', () => {
    const [sent, shown] = [write(['a', 'b', 'c']), read(['a', 'b'])];
    expect(titles(failing(shown), [sent, shown])[0]).not.toMatch(/^Keeps/);
  });
});

describe('an answer that was given before', () => {
  const page = (asked: number, shown: number): Exchange =>
    said(`GET /orders?page=${asked}`, 200, { operation: 'orders/list', shown: { page: shown, orders: [shown] } });
  const failing = (all: readonly Exchange[]): readonly Failing[] =>
    all.map((on) => ({ rule: 'page.next', on, found: { where: 'body#/page', expected: '2', actual: '1' } }));

  it('is told by what it had to be looked at for', () => {
    const [right, wrong] = [
      [page(1, 1), page(2, 2)],
      [page(3, 2), page(4, 2), page(5, 2)],
    ];
    expect(titles(failing(wrong), [...right, ...wrong])[0]).toBe(
      'Answers orders/list with the whole answer to the call before, which was sent with another page',
    );
  });

  it('is none where what was asked is to be refused', () => {
    const all = [page(1, 1), page(2, 2), page(0, 2), page(-1, 2), page(-2, 2)];
    const rules = {
      'page.refused': { title: '', explain: '', fails: '{accepts} a page: {status}', awaits: 'refusal' },
    };
    const accepted = all.slice(2).map((on) => ({ rule: 'page.refused', on, found: wrongStatus(200, [400]) }));
    expect(titlesOf(accepted, all, rules as Report['rules'])).toEqual([
      'Accepts a page on orders/list: 200 instead of 400',
    ]);
  });

  it('is none where a parameter is never looked at', () => {
    const wrong = [page(1, 1), page(2, 1), page(3, 1), page(4, 1)];
    expect(titles(failing(wrong), wrong)[0]).not.toMatch(/the call before/);
  });
});

describe('a warning', () => {
  const create = (...warnings: readonly string[]): Exchange =>
    said('POST /orders', 201, { sent: {}, shown: { notes: warnings.map((detail) => ({ level: 'warning', detail })) } });
  const failing = (on: Exchange): readonly Failing[] => [
    { rule: 'warning.none', on, found: { where: 'body#/notes', expected: 'no such warning', actual: '{}' } },
  ];

  it('is named, and where it is that of the call before, that is said', () => {
    const other = create('All is well.');
    const [before, next] = [create('The price is odd.'), create('The price is odd.')];
    expect(titles(failing(next), [other, before, next])[0]).toBe(
      'Sends the warnings of the call before with the answer of orders/create: "The price is odd."',
    );
    // Nor is it of the call before where every answer has it.
    for (const all of [
      [other, next],
      [before, next],
    ])
      expect(titles(failing(next), all)[0]).toBe('Warns where nothing is wrong on orders/create: "The price is odd."');
  });
});

describe('a member that is not what it was', () => {
  const read = (place: number, state: string): Exchange => said(`GET /orders/${place}`, 200, { shown: { state } });
  const failing = (on: Exchange, rule: string): Failing => ({
    rule,
    on,
    found: otherValue('body#/state', 'done', 'new'),
  });

  it('is told with what it is when it is shown first, where it always is', () => {
    const all = [read(1, 'new'), read(1, 'done'), read(2, 'new'), read(2, 'done'), read(2, 'done')];
    const [one, , two] = all as [Exchange, Exchange, Exchange];
    const checks = [failing(one, 'lifecycle.others-kept'), failing(two, 'body.equals')];
    expect(titles([checks[0] as Failing, failing(two, 'lifecycle.others-kept')], all)[0]).not.toMatch(/^Shows/);
    const told =
      'Shows state as "new" when a record is shown first and as "done" afterwards, though nobody changed it, on orders/read';
    expect(titles(checks, all)).toContain(told);
    expect(titles(checks, [...all, read(1, 'new')])).not.toContain(told);
    const update = (place: number): Exchange => said(`PATCH /orders/${place}`, 200, { sent: { state: 'done' } });
    const [first, later, second, last] = all as [Exchange, Exchange, Exchange, Exchange];
    expect(titles(checks, [first, update(1), later, second, update(2), last])).not.toContain(told);
  });
});

describe('what is asked without a token', () => {
  const call = (asked: HeaderList): Exchange => said('GET /orders', 401, { operation: 'orders/list', asked });
  const failing = (on: Exchange): readonly Failing[] => [
    { rule: 'outcome.accepted', on, found: wrongStatus(401, [200]) },
  ];

  it('and refused for that, is told from a token that is refused', () => {
    const [open, signed] = [call([]), call([['authorization', MASK]])];
    expect(titles(failing(open), [open])[0]).toBe(
      'Asks for a token where the contract asks for none: 401 instead of 200',
    );
    expect(titles(failing(signed), [signed])[0]).toBe('Refuses a correct request: 401 instead of 200');
  });
});

describe('the operation of a step that names none', () => {
  it('is the one that is mostly called there', () => {
    const { operation: _none, ...step } = said('GET /orders', 200);
    const [odd, ...usual] = ['create', 'list', 'list'].map((name) =>
      said('GET /orders', 200, { operation: `orders/${name}` }),
    );
    expect(exchangesBy([odd as Exchange, ...usual, step]).operationOf(step)).toBe('orders/list');
  });
});

describe('a record that is not there', () => {
  it('is told by what made it, and by what the answer to that has', () => {
    const create = (place: number, ...notes: readonly string[]): Exchange =>
      said('POST /orders', 201, {
        ...to(`/orders/${place}`),
        shown: { id: place, ...(notes.length > 0 ? { notes } : {}) },
      });
    const read = (place: number, status: number): Exchange => said(`GET /orders/${place}`, status);
    const gone = read(1, 404);
    const all = [create(1, 'Ask us first.'), gone, create(2), read(2, 200), create(3), read(3, 200)];
    expect(titles([{ rule: 'http.made', on: gone, found: wrongStatus(404, []) }], all)[0]).toBe(
      'orders/create answers 201 with notes ("Ask us first."), and what it made is not there: 404 on orders/read',
    );
  });
});

describe('records that are there no more, however they are looked for', () => {
  const create = (place: number, note?: string): Exchange =>
    said('POST /orders', 201, { ...to(`/orders/${place}`), sent: { name: 'x', ...(note && { note }) } });
  const kept = [2, 3].flatMap((place) => [create(place), said(`GET /orders/${place}`, 200)]);
  const alone = said('GET /orders/1', 404);
  const among = said('GET /orders/9', 404);
  const deleted = said('DELETE /orders/4', 404);
  const failing: readonly Failing[] = [
    { rule: 'lifecycle.batch-kept', on: among, found: wrongStatus(404, []) },
    { rule: 'media.accept-absent', on: deleted, found: wrongStatus(404, [204]) },
  ];
  const made: Failing = { rule: 'http.made', on: alone, found: wrongStatus(404, []) };
  const all = [create(1, 'Ring'), alone, create(4, 'Ring'), deleted, among, ...kept];

  it('is one cause, told by what the lost ones were made with', () => {
    expect(titles([made, ...failing], all)).toEqual([
      'orders/create answers 201 where note is sent, and what it made is not there: 404 on orders/delete and orders/read',
    ]);
  });

  it('are lost by the batch where those are there that are made alone', () => {
    expect(titles([{ ...made, on: among }, ...failing.slice(0, 1)], [among, ...kept])[0]).not.toMatch(/note/);
  });
});

describe('an identifier', () => {
  const create = (id: number, name: string, key = name): Exchange =>
    said('POST /orders', 201, {
      ...to(`/orders/${id}`),
      case: name,
      sent: { name, key, kind: 'usual' },
      shown: { id, name },
    });
  const read = (id: number, name: string, shown: string): Exchange =>
    said(`GET /orders/${id}`, 200, { case: name, step: 'read', shown: { id, name: shown } });
  const failing = (on: Exchange, rule: string): Failing => ({
    rule,
    on,
    found: otherValue('body#/name', 'the one', 'the other'),
  });
  const both = 'Gives two new records the same id on orders/create: the second takes the place of the first';
  const found = (...all: readonly Exchange[]): readonly string[] => {
    const reads = all.filter(({ request }) => request.method === 'GET');
    return titles(
      reads.map((on, index) => failing(on, ['input.text-trap', 'lifecycle.others-kept'][index] ?? '')),
      all,
    );
  };

  it('that two records are given is one cause, whatever is looked for', () => {
    const all = [create(1, 'a'), create(1, 'b'), read(1, 'a', 'b'), create(2, 'c'), create(2, 'd'), read(2, 'c', 'd')];
    expect(found(...all)).toEqual([both]);
  });

  it('that is given twice only at the same time is told with that', () => {
    const all = [create(1, 'a'), create(1, 'b'), read(1, 'a', 'b'), create(2, 'c'), create(2, 'd'), read(2, 'c', 'd')];
    const reads = all.filter(({ request }) => request.method === 'GET');
    expect(
      titles(
        reads.map((on) => failing(on, 'lifecycle.creates-at-once')),
        all,
      ),
    ).toEqual([both.replace('records', 'records that are made at the same time')]);
  });

  it('that many are given is one cause, and of a second create that it is given to again', () => {
    const once = create(1, 'a');
    const again = { ...create(1, 'a'), id: 'a#other' };
    const made = [once, again, create(1, 'b'), create(1, 'c'), create(2, 'd'), read(1, 'c', 'e'), read(1, 'b', 'e')];
    const id = { rule: 'lifecycle.made-apart', on: again, found: otherValue('body#/id', 2, 1) };
    const reads = made.slice(5).map((on) => failing(on, 'input.text-trap'));
    expect(titles([id, ...reads], made)).toEqual([both]);
    // Where nothing else was made so, it is a guard against requests that are sent twice.
    expect(titles([id], made.slice(0, 2))).not.toContain(both);
  });

  it('is none where a record is updated by what it is known by, or an address is free again, or was read before', () => {
    expect(found(create(1, 'a', 'k'), create(1, 'b', 'k'), read(1, 'a', 'b'), create(2, 'c'))).not.toContain(both);
    expect(found(create(1, 'a'), said('DELETE /orders/1', 204), create(1, 'b'), read(1, 'a', 'b'))).not.toContain(both);
    expect(found(create(1, 'a'), read(1, 'a', 'b'), create(1, 'b'))).not.toContain(both);
  });
});

describe('a refusal', () => {
  const refused = (line: string, operation: string, detail: string, asked: HeaderList = []): Exchange =>
    said(line, 401, { operation, asked, shown: { detail } });
  const of = (rule: string, on: Exchange): Failing => ({
    rule,
    on,
    found: wrongStatus(on.response?.status ?? 0, [200]),
  });

  it.each(['authorization', 'x-api-key'])(
    'that was kept is told from one of the token in %s, which writes tell from none',
    (name) => {
      const signed: HeaderList = [[name, MASK]];
      const read = (detail: string, asked?: HeaderList): Exchange =>
        refused('GET /orders/1', 'orders/read', detail, asked);
      const write = (detail: string, asked?: HeaderList): Exchange =>
        refused('POST /orders', 'orders/create', detail, asked);
      const writes = [write('No token.'), write('A bad token.', signed)];
      const kept = [read('No token.'), read('No token.', signed), read('No token.', signed)];
      const told =
        'Refuses a read with a good token after a read of the same address was refused, with the same 401 again, on orders/read';
      const failing = [of('media.accept-absent', kept[1] as Exchange)];
      expect(titles(failing, [...writes, ...kept])).toEqual([told]);
      expect(titles(failing, kept)).not.toContain(told);
      expect(titles(failing, [...writes, ...kept, read('A bad token.', signed)])).not.toContain(told);
    },
  );

  it('that says that a member is taken is told so where only its status was found', () => {
    const on = said('POST /orders', 409, { sent: { number: 'A' }, shown: { detail: 'number is taken.' } });
    expect(titles([of('http.status-documented', on)], [on])).toEqual([
      'Refuses the number of a correct request as taken on orders/create: "number is taken."',
    ]);
  });

  it('that says that a member is taken is one cause, however the request was sent', () => {
    const create = (detail: string, name = 'orders'): Exchange =>
      said(`POST /${name}`, 409, { operation: `${name}/create`, sent: { order: { number: 'A' } }, shown: { detail } });
    const all = [create('number (7) is already reported.'), create('number (7) is already reported.', 'drafts')];
    const failing = all.map((on, index) => of(['media.accept-absent', 'outcome.accepted'][index] ?? '', on));
    expect(titles(failing, all)).toEqual([
      'Refuses the number of a correct request as taken on drafts/create and orders/create: "number (7) is already reported."',
    ]);
    const other = create('The token is already over.');
    expect(titles([of('outcome.accepted', other)], [other])[0]).not.toMatch(/taken/);
  });
});

describe('a text that is cut', () => {
  const cut = (sent: string, shown: string): string => {
    const on = said('GET /orders/1', 200, { shown: { note: shown } });
    const found = otherValue('body#/note', sent, shown);
    return titles([{ rule: 'input.text-trap', on, found }], [on])[0] ?? '';
  };

  it('is told with what it is cut at, where that is a character of four bytes', () => {
    const told = 'Cuts note before the first character beyond the Basic Multilingual Plane, such as an emoji';
    expect(cut('Well \u{1F469} done', 'Well ')).toMatch(told);
    // Written with a backslash, it is no such character.
    expect(cut(String.raw`Well \ud83d\udc69`, 'Well ')).toMatch('Cuts note at 5 characters');
    expect(cut('\u{1F469} and \u{1F469}', '\u{1F469} and ')).not.toMatch('Basic');
    expect(cut('Well done \u{1F469}', 'Well ')).toMatch('Cuts note at 5 characters');
  });
});
