/** What follows from one thing in many places is told once, and what does not is told beside it. */
import { describe, expect, it } from 'vitest';
import type { Finding, Report, ReportCheck } from '../../src/report/model.ts';
import type { Exchange } from '../../src/record/exchange.ts';
import { said } from './exchanges.ts';
import { otherValue, wrongStatus } from './found.ts';
import { titles, type Failing } from './titles.ts';

const awaits = (what: 'refusal' | 'acceptance', fails: string): Report['rules'][string] => ({
  title: 'r',
  explain: '',
  awaits: what,
  fails,
});
const RULES: Report['rules'] = {
  'input.pattern': awaits('refusal', 'accepts a value of no such pattern'),
  'input.too-long': awaits('refusal', 'accepts a value that is too long'),
  'outcome.refused': awaits('refusal', 'accepts a faulty request'),
  'outcome.accepted': awaits('acceptance', 'refuses a correct request'),
  'lifecycle.wrong-parent': awaits('refusal', 'accepts a record below another parent'),
};

const told = (failing: readonly Failing[], others: readonly Exchange[] = []): readonly string[] =>
  titles(failing, [...failing.map(({ on }) => on), ...others], RULES);

describe('a faulty request that a contract declares', () => {
  const taken = (rule: string, member: string, more: Partial<ReportCheck> = {}): Failing => {
    const on = said('PATCH /orders/7', 200, {
      sent: { [member]: '!' },
      shown: { id: '7' },
    });
    return {
      rule,
      on,
      found: wrongStatus(200, [422]),
      more: { member: [member], ...more },
    };
  };
  const declared = {
    declared: true,
    aspect: 'partial-update',
    title: 'A refused PATCH changes nothing',
    requirement: 'shop.no-trace',
  } as const;

  it('is accepted for the member that nobody looks at', () => {
    expect(told([taken('input.pattern', 'number'), taken('outcome.refused', 'number', declared)])).toEqual([
      'Accepts a value of no such pattern',
    ]);
  });

  it('is accepted for something else, where it is faulty at another member', () => {
    expect(told([taken('input.pattern', 'number'), taken('outcome.refused', 'name', declared)])).toHaveLength(2);
  });
});

describe('the form of answers that show what was let through', () => {
  const taken = (rule: string, member: string): Failing => {
    const on = said('PATCH /orders/7', 200, {
      sent: { [member]: '!' },
      shown: { [member]: '!' },
    });
    return {
      rule,
      on,
      found: wrongStatus(200, [422]),
      more: { member: [member] },
    };
  };
  const [pattern, long] = [taken('input.pattern', 'number'), taken('input.too-long', 'name')];
  const shown = (...names: readonly string[]): Failing => {
    const on = said('GET /orders/7', 200, {
      operation: 'orders/update',
      shown: { number: '!', name: '!', day: '!' },
    });
    const findings = names.map((name): Finding => ({
      ...ofSchema,
      where: `body#/${name}`,
      evidence: on.id,
    }));
    return {
      rule: 'http.body-schema',
      on,
      found: ofSchema,
      more: { findings },
    };
  };
  const ofSchema: Omit<Finding, 'evidence'> = {
    where: 'body#',
    expected: 'must match pattern',
    actual: '"!"',
    kind: 'schema',
    keyword: 'pattern',
  };

  it('follows from all of that, each from its own', () => {
    expect(told([pattern, long, shown('number', 'name')])).toHaveLength(2);
  });

  it('is a matter of its own where it is of a member more', () => {
    expect(told([pattern, long, shown('number', 'name', 'day')])).toHaveLength(3);
  });
});

describe('a batch that ends as its faulty item does by itself', () => {
  const one = said('POST /orders', 400, {
    sent: { size: '!' },
    shown: { errors: [{ detail: 'POST 4xx' }] },
  });
  const form: Failing = {
    rule: 'outcome.form',
    on: one,
    found: wrongStatus(400, [200]),
    more: { formOf: 'input.pattern' },
  };
  const batch = (status: number): Failing => ({
    rule: 'lifecycle.batch-independent',
    on: said('POST /orders', status, {
      sent: [{}, {}],
      shown: status < 300 ? [] : { errors: [{ detail: 'POST 4xx' }] },
    }),
    found: { where: 'body /success', expected: '[true,false]', actual: '[]' },
  });
  const words = (on: Exchange): Failing => ({
    rule: 'http.no-known-fault',
    on,
    found: {
      where: 'body',
      expected: 'no message of a known fault',
      actual: '"POST 4xx"',
    },
  });
  const readable = (on: Exchange): Failing => ({
    rule: 'lifecycle.batch-readable',
    on,
    found: { where: '', expected: '', actual: '' },
    more: {
      verdict: 'inconclusive',
      disposition: 'undetermined',
      findings: [],
      cause: 'step "batch" was answered 400',
    },
  });

  it('follows from how that is refused, with its words and what waits for it', () => {
    const refused = batch(400);
    expect(told([form, refused, words(refused.on), readable(refused.on)])).toEqual([
      'Accepts a value of no such pattern: 400 instead of 200',
    ]);
  });

  it('is a matter of its own where it is served, and its words where they stand elsewhere', () => {
    const served = batch(200);
    expect(told([form, served])).toHaveLength(2);
    expect(told([form, words(served.on)])).toHaveLength(2);
  });
});

describe('records that share what they are called by', () => {
  const again = (endpoint: string): Failing => ({
    rule: 'lifecycle.made-apart',
    on: said(`POST /${endpoint}`, 201, {
      operation: `${endpoint}/create`,
      sent: { a: endpoint },
      shown: { id: 1 },
    }),
    found: otherValue('body#/id', 'an identifier of its own', '1 again'),
  });
  const below: Failing = {
    rule: 'lifecycle.wrong-parent',
    on: said('GET /orders/7/lines/1', 200, {
      operation: 'lines/read',
      shown: { id: 1 },
    }),
    found: wrongStatus(200, [404]),
  };
  const many = ['orders', 'parcels', 'bills'].map(again);
  const apart: Failing = {
    ...again('lines'),
    more: { verdict: 'pass', disposition: 'conforming', findings: [] },
  };

  it('are behind what is found where that could not be judged, if it is so in many places', () => {
    expect(told([...many, below])).toHaveLength(1);
    expect(told([...many.slice(0, 2), below])).toHaveLength(2);
  });

  it('are not behind what is found where each has a name of its own', () => {
    expect(told([...many, below, apart])).toHaveLength(2);
  });

  it('are behind what is refused by turns there', () => {
    const calls = [409, 201, 409, 201, 409, 201, 409, 201].map((status, index) =>
      said('POST /lines', status, {
        operation: 'lines/create',
        case: `turn-${index}`,
        step: 'setup.line',
        sent: { name: 'abcdef' },
        shown: status === 201 ? { id: String(index) } : { errors: ['Taken.'] },
      }),
    );
    const refused: Failing = { rule: 'outcome.accepted', on: calls[4] as Exchange, found: wrongStatus(409, [201]) };
    expect(told([refused], calls)).toEqual([expect.stringMatching(/^Refuses every second correct request/)]);
    expect(told([...many, refused], calls)).toEqual([expect.not.stringMatching(/every second/)]);
  });
});

describe('a caller that is locked out', () => {
  const call = (status: number, text: string, at: number): Exchange =>
    said('POST /door', status, {
      operation: 'door/open',
      shown: { text },
      sent: { text: 'key' },
      at,
      step: 'setup.key',
    });
  const row = [200, 403, 400, 200, 200, 200, 200, 403, 400, 200, 200, 403, 400, 200, 200].map((status, at) =>
    call(status, status === 403 ? 'wrong key' : status === 400 ? 'locked' : 'open', at),
  );
  const shut = row.filter(({ response }) => response?.status === 400);
  const refused: Failing = {
    rule: 'outcome.accepted',
    on: shut[0] as Exchange,
    found: wrongStatus(400, [200]),
  };
  const waits: Failing = {
    rule: 'door.wide',
    on: shut[1] as Exchange,
    found: { where: '', expected: '', actual: '' },
    more: {
      verdict: 'inconclusive',
      disposition: 'undetermined',
      findings: [],
      cause: 'step "key" was answered 400',
    },
  };

  it('is one cause, for what could not be judged for it too', () => {
    expect(titles([refused, waits], row, RULES)).toEqual([
      expect.stringMatching(/^Refuses a correct request on door\/open that comes right after one that was refused/),
    ]);
  });
});

describe('what is gone once it was asked about with HEAD', () => {
  const asked = (place: string, later: number, asking = 'HEAD'): readonly Exchange[] =>
    [['GET', 200] as const, [asking, 200] as const, ['GET', later] as const].map(([method, status], index) =>
      said(`${method} /orders/${place}`, status, {
        operation: 'orders/read',
        case: `asking-${place}`,
        step: `step-${index}`,
        at: 0,
        shown: status === 200 ? { id: place } : { errors: ['None.'] },
      }),
    );
  const safe = (all: readonly Exchange[]): Failing => ({
    rule: 'method.safe',
    on: all[2] as Exchange,
    found: wrongStatus(404, [200]),
  });
  const [one, two] = [asked('1', 404), asked('2', 404)];
  const made: Failing = {
    rule: 'http.made',
    on: said('GET /orders/1', 404, { operation: 'orders/read', case: 'other', at: 5, shown: { errors: ['None.'] } }),
    found: wrongStatus(404, [200]),
    more: { operation: 'create' },
  };
  const told = 'Refuses with 404 to show what it was asked about with HEAD before, on orders/read';

  it('is one cause, whoever misses it', () => {
    expect(titles([safe(one), made], [...one, ...two, made.on])).toEqual([told]);
  });

  it.each([
    ['of one place alone', [...one]],
    ['where another is still there', [...one, ...two, ...asked('3', 200)]],
    ['where it was deleted', [...one, ...two.slice(0, 2), ...asked('2', 404, 'DELETE')]],
    ['where it was not found before', [one[1], one[2], two[1], two[2]]],
  ] as const)('is not, %s', (_where, all) => {
    expect(titles([safe(one)], all as readonly Exchange[])).not.toEqual([told]);
  });
});

describe('updates of one record that undo each other', () => {
  /** Each member that is sent, in turn, and what is shown in the end. */
  const changed = (place: string, sent: readonly string[], shown: Readonly<Record<string, number>>): Exchange[] => {
    const told = (method: string, step: string, more: object): Exchange =>
      said(`${method} /orders/${place}`, 200, { case: `undone-${place}`, step, ...more });
    return [
      told('GET', 'before', { shown: { a: 0, b: 0 } }),
      ...sent.map((name, index) => told('PATCH', `update-${index}`, { sent: { [name]: 1 }, shown: { a: 1, b: 1 } })),
      told('GET', 'after', { shown: { a: 0, b: 0, ...shown } }),
    ];
  };
  const lost = (all: readonly Exchange[]): Failing => ({
    rule: 'lifecycle.update-alone',
    on: all.at(-1) as Exchange,
    found: otherValue('body#/a', '1', '0'),
    more: { operation: 'update' },
  });
  const wrong = (all: readonly Exchange[]): Failing => ({ ...lost(all), rule: 'body.equals' });
  const alone = [changed('1', ['a'], { a: 1 }), changed('2', ['b'], { b: 1 })];
  const [one, two] = [changed('3', ['a', 'b'], {}), changed('4', ['b', 'a'], {})];
  const undone = expect.stringMatching(/^Undoes an update when the next one of the same record comes/) as string;

  it('are one cause, whoever misses what they said', () => {
    expect(titles([lost(one), wrong(two)], [...alone, one, two].flat())).toEqual([undone]);
  });

  it.each([
    ['where one alone is lost too', [...alone, changed('5', ['a'], {})]],
    ['where the last one is kept', [...alone, changed('5', ['a', 'b'], { b: 1 })]],
    ['where nothing comes alone', []],
  ] as const)('are not, %s', (_where, others) => {
    expect(titles([lost(one), wrong(two)], [...others, one, two].flat())).not.toContainEqual(undone);
  });
});

describe('updates of several kinds that are refused in one sentence', () => {
  const update = (of: string, place: number, status: number, sent: object, step = 'probe'): Exchange =>
    said(`PATCH /${of}/${place}`, status, {
      operation: `${of}/update`,
      case: `busy-${of}-${place}`,
      step,
      sent: sent as Record<string, string>,
      shown: status < 300 ? { id: place } : { errors: [{ detail: 'The record is busy.' }] },
    });
  const busy = (of: string): readonly Exchange[] => [
    update(of, 1, 409, { name: 'One' }, 'setup.control'),
    update(of, 2, 200, { name: 'One' }, 'setup.control'),
    update(of, 2, 200, { note: '' }),
    update(of, 3, 409, { note: 'a & b' }),
    update(of, 4, 200, { note: 'a & b', size: 7 }),
    update(of, 5, 409, { size: 1 }),
  ];
  const refused = (on: Exchange, rule: string): Failing => ({ rule, on, found: wrongStatus(409, [200]) });
  const kinds: Report['rules'] = {
    'outcome.accepted': awaits('acceptance', 'refuses a correct request'),
    'input.unicode': awaits('acceptance', 'refuses some letters'),
    'input.lowest': awaits('acceptance', 'refuses the smallest value'),
  };
  const failing = (all: readonly Exchange[]): readonly Failing[] => [
    refused(all[3] as Exchange, 'input.unicode'),
    refused(all[5] as Exchange, 'input.lowest'),
  ];

  it('are refused by turns, if it is so on several operations', () => {
    const [orders, parcels] = [busy('orders'), busy('parcels')];
    const all = [...orders, ...parcels];
    expect(titles([...failing(orders), ...failing(parcels)], all, kinds)).toEqual([
      'Refuses every second correct request on orders/update and parcels/update with 409, "The record is busy."',
    ]);
    expect(titles(failing(orders), orders, kinds)).toHaveLength(2);
  });

  it('are refused for what they bring, where all of them bring it', () => {
    const noted = [busy('orders'), busy('parcels')].map((all) =>
      all.map((one) =>
        one.response?.status === 409
          ? { ...one, request: { ...one.request, body: (one.request.body ?? '').replace('{', '{"urgent":true,') } }
          : one,
      ),
    );
    const found = titles(noted.flatMap(failing), noted.flat(), kinds);
    expect(found).not.toContainEqual(expect.stringMatching(/every second/));
  });
});
