/** What is said of good requests that are refused for one reason, or that were done all the same, or whose record is not there. */
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import type { Json } from '../../src/record/json.ts';
import { said } from './exchanges.ts';
import { otherValue, wrongStatus } from './found.ts';
import { titles as titlesOf, type Failing } from './titles.ts';

const RULES = Object.fromEntries(
  ['outcome.accepted', 'input.unicode', 'input.longest', 'query.ignored', 'method.override'].map((id) => [
    id,
    { title: '', explain: '', fails: `{refuses} ${id.split('.')[1] ?? ''}: {status}`, awaits: 'acceptance' as const },
  ]),
);

const refused = (on: Exchange, rule = 'outcome.accepted', key?: string): Failing => ({
  rule,
  on,
  found: wrongStatus(on.response?.status ?? 0, [201]),
  ...(key === undefined ? {} : { key }),
});
const titles = (failing: readonly Failing[], all: readonly Exchange[]): readonly string[] =>
  titlesOf(failing, all, RULES);

describe('good requests that are refused in one sentence', () => {
  const create = (sent: Json, status: number, detail?: string): Exchange =>
    said('POST /orders', status, { sent, shown: detail === undefined ? { number: 7 } : { detail } });
  const served = ['Tom', 'Ann', 'Eve', 'Ben'].map((name) => create({ name }, 201));

  it('are one cause, with what they bring and nobody who is served', () => {
    const words = 'note must not be given.';
    const [one, two] = [1, 2].map((place) => create({ name: 'Tom', note: `at ${place}` }, 422, words)) as [
      Exchange,
      Exchange,
    ];
    expect(titles([refused(one), refused(two, 'input.unicode')], [...served, one, two])).toEqual([
      'Refuses a correct request on orders/create where note is sent: 422, "note must not be given."',
    ]);
    const odd = ['Zoë', 'Noël'].map((name) => create({ name }, 422, 'name must be plain.')) as [Exchange, Exchange];
    expect(titles([refused(odd[0], 'input.longest'), refused(odd[1], 'input.unicode')], [...served, ...odd])).toEqual([
      'Refuses a correct request on orders/create where name has characters beyond ASCII: 422, "name must be plain."',
    ]);
  });

  it('are several where the sentence names no member', () => {
    const both = [1, 2].map((place) => create({ name: `at ${place}` }, 422, 'It is not valid.')) as [
      Exchange,
      Exchange,
    ];
    expect(
      titles([refused(both[0], 'input.longest'), refused(both[1], 'input.unicode')], [...served, ...both]),
    ).toHaveLength(2);
  });
});

describe('a good request that an answer refuses by its flag', () => {
  it('is told with the reason that it gives', () => {
    const shown = { success: false, detail: 'size must not be M.' };
    const on = said('PATCH /orders/7', 200, { sent: { size: 'M' }, shown });
    const failing = { rule: 'input.longest', on, found: wrongStatus(200, [200]) };
    expect(titlesOf([failing], [on], RULES, [{ service: 'shop', flag: '/success' }])).toEqual([
      'Refuses longest: 200, and no success, "size must not be M."',
    ]);
  });
});

describe('an operation that serves nobody', () => {
  it('is told with what it says', () => {
    const on = said('PATCH /orders/7', 401, { sent: {}, shown: { detail: 'The token is not valid.' } });
    const found = { ...wrongStatus(401, []), expected: 'a success', actual: '401: {"detail":"The token is n…' };
    expect(titles([{ rule: 'coverage.exercised', on, found }], [on])).toEqual([
      'Never serves a correct request: 401, "The token is not valid."',
    ]);
  });
});

describe('a list that is answered with an empty body', () => {
  it('is that of the list, whoever looks for records in it', () => {
    const list = (): Exchange => said('GET /orders', 200, { operation: 'orders/list' });
    const [one, two] = [list(), list()];
    const found = { where: 'body', expected: 'a JSON body', actual: 'no content', kind: 'no-content' } as const;
    const sought = { where: 'body#/orders', expected: 'a list', actual: 'absent', kind: 'no-list' } as const;
    const failing = [
      { rule: 'http.body-schema', on: one, found },
      { rule: 'lifecycle.listed', on: two, found: sought },
    ];
    expect(titles(failing, [one, two])[0]).toMatch(/^Answers with an empty body/);
  });
});

describe('what was done and is answered as if it were refused', () => {
  it('is told with the record that stands in the answer', () => {
    const sent = { name: 'Tom' };
    const on = said('PATCH /orders/7', 400, { sent, shown: { number: 7, ...sent } });
    expect(titles([refused(on)], [on])[0]).toBe(
      'Does what it is asked on orders/update, and answers 400: the record is in the answer',
    );
    const flagged = said('PATCH /orders/7', 500, { sent, shown: { success: true, of: 7 } });
    expect(titlesOf([refused(flagged)], [flagged], RULES, [{ service: 'shop', flag: '/success' }])[0]).toMatch(
      /^Does what it is asked on orders.update, and answers 500/,
    );
    const denied = said('PATCH /orders/7', 200, { sent, shown: { success: false, record: { number: 7, ...sent } } });
    expect(titlesOf([refused(denied)], [denied], RULES, [{ service: 'shop', flag: '/success' }])[0]).toBe(
      'Does what it is asked on orders/update, and answers 200 and no success: the record is in the answer',
    );
    expect(titles([refused(flagged)], [flagged])[0]).not.toMatch(/^Does/);
    const error = said('PATCH /orders/7', 400, { sent, shown: { message: 'No.', ...sent } });
    expect(titles([refused(error)], [error])[0]).not.toMatch(/^Does/);
  });
});

describe('records that are not there', () => {
  const make = (number: number): Exchange =>
    said('POST /orders', 201, {
      sent: { name: 'Tom' },
      shown: { number },
      headers: [['location', `/orders/${number}`]],
    });
  const calls = (number: number, status: number): readonly Exchange[] => [
    said(`GET /orders/${number}`, status),
    said(`PATCH /orders/${number}`, status, { sent: { name: 'Ann' } }),
  ];

  it('though an answer says that they were made, are told of what made them, with what refers to them', () => {
    const [read, update] = calls(4711, 404) as [Exchange, Exchange];
    const bill = said('POST /bills', 422, {
      operation: 'bills/create',
      sent: { order: 4711 },
      shown: { detail: 'No order.' },
    });
    const all = [make(4711), read, update, bill];
    expect(titles([refused(read), refused(update), refused(bill)], all)).toEqual([
      'orders/create answers 201, and what it made is not there: 404 on bills/create, orders/read and orders/update',
    ]);
  });

  it('after an update that was answered with success, are told of that', () => {
    const update = (number: number, note: string | null): Exchange =>
      said(`PATCH /orders/${number}`, 200, { sent: { note } });
    const kept = [1, 2, 3].flatMap((number) => [make(number), update(number, 'x'), ...calls(number, 200)]);
    const [one, two] = [4711, 4712].map(
      (number) => ({ ...calls(number, 404)[0], at: 100_000 + number }) as Exchange,
    ) as [Exchange, Exchange];
    const all = [...kept, make(4711), update(4711, null), make(4712), update(4712, null), one, two];
    const failing = [one, two].map((on) => ({ rule: 'http.made', on, found: wrongStatus(404, []) }));
    expect(titles(failing, all)[0]).toBe(
      'orders/update answers 200 where note is null, and the record is not there afterwards: 404 on orders/read',
    );
  });

  it('for one operation alone are another matter', () => {
    const [read] = calls(4711, 404) as [Exchange];
    const update = said('PATCH /orders/4711', 200, { sent: { name: 'Ann' } });
    expect(titles([refused(read)], [make(4711), read, update])[0]).not.toMatch(/is not there/);
  });
});

const PASSED = { verdict: 'pass', disposition: 'conforming', findings: [] } as const;

describe('good requests that always end badly', () => {
  it('do not do so because of what came before', () => {
    const calls = [1, 2, 3, 4, 5, 6].flatMap(() => [
      said('GET /orders/1', 200, { shown: {} }),
      said('POST /orders', 422, { sent: { odd: true } }),
      said('POST /orders', 500, { sent: { name: 'Tom' } }),
    ]);
    const broken = calls.filter(({ response }) => response?.status === 500);
    expect(
      titles(
        broken.map((one) => refused(one)),
        calls,
      ),
    ).toEqual(['Answers 500 to a correct orders/create']);
  });

  it('nor do those that are to be refused, which are tried in a row', () => {
    const bad = (rule: string): readonly [string, Exchange] => [
      rule,
      said('POST /orders', 500, { sent: { odd: rule } }),
    ];
    const odd = [bad('input.nested'), ...[1, 2, 3, 4].map(() => bad('input.wrong')), bad('outcome.never')];
    const all = odd.flatMap(([, one]) => [
      ...[1, 2, 3, 4].map(() => said('POST /orders', 201, { sent: { name: 'Tom' } })),
      said('POST /orders', 422, { sent: { name: 7 } }),
      one,
    ]);
    const rules = Object.fromEntries(
      ['input.nested', 'input.wrong'].map((id) => [
        id,
        { title: '', explain: '', fails: `{accepts} ${id}: {status}`, awaits: 'refusal' as const },
      ]),
    );
    const failing = odd.map(([rule, on]) => ({ rule, on, found: wrongStatus(500, [422]) }));
    // Most of them first.
    expect(titlesOf(failing, all, rules)).toEqual(['Answers 500 to input.wrong and input.nested']);
  });

  it('nor by chance where every one of a member does, and none of another', () => {
    const rules = {
      'input.wrong': {
        title: '',
        explain: '',
        fails: '{accepts} another type for {field}: {status}',
        awaits: 'refusal' as const,
      },
    };
    const tried = (to: string, member: string, status: number): Failing => {
      const on = said(to, status, { sent: { [member]: 'x' } });
      const more = { formOf: 'input.wrong', member: [member] };
      return status === 500
        ? { rule: 'outcome.form', on, found: wrongStatus(500, [400]), more }
        : { rule: 'outcome.form', on, found: wrongStatus(400, [400]), more: { ...more, ...PASSED } };
    };
    const told = (ofCreate: string, ofUpdate: string): readonly string[] => {
      const forms = ['name', 'price', 'lines'].flatMap((member) => [
        tried('POST /orders', member, member === ofCreate ? 500 : 400),
        tried('PATCH /orders/1', member, member === ofUpdate ? 500 : 400),
      ]);
      const broken = forms.filter(({ on }) => on.response?.status === 500);
      const answers = broken.map(({ on, found }): Failing => ({ rule: 'http.no-server-error', on, found }));
      const good = [1, 2, 3].flatMap(() => [
        said('POST /orders', 201, { sent: { name: 'Ann' } }),
        said('PATCH /orders/1', 200, { sent: { name: 'Ann' } }),
      ]);
      return titlesOf([...forms, ...answers], [...forms.map(({ on }) => on), ...good], rules);
    };
    expect(told('lines', 'lines')).toEqual(['Answers 500 to another type for lines']);
    expect(told('lines', 'name')[0]).not.toMatch(/another type/);
  });

  it('nor where all of them bring what nobody brings who is served', () => {
    const read = (query: string, status: number): Exchange =>
      said(`GET /orders/1${query}`, status, { shown: status === 200 ? {} : { detail: 'Unknown parameter.' } });
    const [one, two] = [read('?x=1', 400), read('?_method=DELETE', 400)];
    const all = [
      read('', 200),
      said('GET /orders/1', 401),
      one,
      read('', 200),
      said('GET /orders/1', 401),
      two,
      read('', 200),
    ];
    const told = titles([refused(one, 'query.ignored'), refused(two, 'method.override')], all);
    expect(told.join()).not.toMatch(/right after/);
  });
});

describe('what is cut off the end', () => {
  it('is told where it is a mark, whatever the length', () => {
    const on = said('POST /orders', 201, {
      sent: { site: 'https://a.example/' },
      shown: { site: 'https://a.example' },
    });
    const found = { ...otherValue('body#/site', 'https://a.example/', 'https://a.example') };
    expect(titles([{ rule: 'input.addresses-kept', on, found }], [on])[0]).toBe('Cuts "/" off the end of site');
  });
});

describe('errors that as a whole are not what was declared', () => {
  it('are told with what they hold', () => {
    const on = said('POST /orders', 400, { sent: {}, shown: { errors: [{ code: 'x' }], data: null } });
    const found = {
      where: 'body#',
      expected: 'must NOT be valid',
      actual: '{}',
      kind: 'schema',
      keyword: 'not',
    } as const;
    expect(titles([{ rule: 'http.error-shape', on, found }], [on])[0]).toBe(
      'Answers errors in another shape than declared: with errors and data',
    );
  });
});
