/** How a group is run: setup first, cases beside each other, everything undone, and never more at once than allowed. */
import { describe, expect, test } from 'vitest';
import { NUMBERED } from './numbered.ts';
import { scheduleGroups } from '../../src/run/group-scheduler.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { Semaphore } from '../../src/http/rate-limit.ts';
import { runGroup } from '../../src/run/run-group.ts';
import type { Step } from '../../src/plan/model.ts';
import { create, shelf, tick } from './shelf.ts';
import { type Answerer, answerOf, fail, group, oneCase, runContext, step, Wire } from './support.ts';

const read = (name: string, of: string): Step =>
  step(name, { request: { path: '/books/{uid}', parameters: { uid: { $ref: `${of}#/uid` } } } });
const steps = (exchanges: readonly Exchange[]): readonly string[] =>
  exchanges.map((e) => e.id.slice(e.id.indexOf('#') + 1));

describe('order', () => {
  test('setup, then the cases, then everything undone, newest first', async () => {
    const wire = shelf();
    const exchanges = await runGroup(
      group([oneCase('a', [create('made'), read('read', 'made')])], [create('shelf'), create('room')]),
      runContext(wire),
    );
    expect(wire.lines).toEqual([
      'POST /books',
      'POST /books',
      'POST /books',
      'GET /books/3',
      'DELETE /books/3',
      'DELETE /books/2',
      'DELETE /books/1',
    ]);
    expect(steps(exchanges)).toEqual(['setup.shelf', 'setup.room', 'made', 'read']);
  });

  test('exchanges come in the order of the plan, whichever answer came first', async () => {
    const wire = new Wire(async (_request, index) => {
      for (let i = 0; i < 20 - index * 4; i += 1) await tick();
      return answerOf({ uid: index });
    });
    const exchanges = await runGroup(
      group(['a', 'b', 'c'].map((name) => oneCase(name, [step('probe'), step('again')]))),
      runContext(wire),
    );
    expect(exchanges.map((e) => e.id)).toEqual(
      ['a', 'b', 'c'].flatMap((name) => [
        `library/books/read/success/${name}#probe`,
        `library/books/read/success/${name}#again`,
      ]),
    );
    expect(wire.widest).toBe(3);
  });

  test('ids are unique, and the same in every run', async () => {
    const plan = group(
      [oneCase('a', [create('made', { send: { kind: 'burst', times: 3 } }), step('probe')])],
      [step('control')],
    );
    const once = await runGroup(plan, runContext(shelf()));
    const again = await runGroup(plan, runContext(shelf(), { runId: 'run-2' }));
    expect(again.map((e) => e.id)).toEqual(once.map((e) => e.id));
    expect(new Set(once.map((e) => e.id)).size).toBe(once.length);
  });

  test('another run sends other unique values', async () => {
    const sent = async (runId: string): Promise<unknown> => {
      const wire = shelf();
      await runGroup(
        group([
          oneCase('a', [
            step('probe', { request: { method: 'POST', body: { kind: 'json', value: { isbn: { $unique: 10 } } } } }),
          ]),
        ]),
        runContext(wire, { runId }),
      );
      return wire.sent[0]?.body?.toString();
    };
    expect(await sent('run-1')).toBe(await sent('run-1'));
    expect(await sent('run-2')).not.toBe(await sent('run-1'));
  });
});

describe('what depends on what', () => {
  const answers =
    (statuses: Readonly<Record<string, number>>): Answerer =>
    (request) => {
      const name = request.headers.find(([n]) => n === 'x-step')?.[1] ?? '';
      return answerOf(
        { uid: 1, success: statuses[name] !== 422 },
        statuses[name] === 422 ? 200 : (statuses[name] ?? 200),
      );
    };
  const named = (name: string, more: Parameters<typeof step>[1] = {}): Step =>
    step(name, { ...more, request: { ...more.request, headers: { 'x-step': name } } });

  test.each([
    [200, ['first', 'second']],
    [404, ['first']],
    [500, ['first']],
  ] as const)('after a %i', async (status, expected) => {
    const exchanges = await runGroup(
      group([oneCase('a', [named('first'), named('second', { onlyIf: 'first' })])]),
      runContext(new Wire(answers({ first: status }))),
    );
    expect(steps(exchanges)).toEqual(expected);
  });

  test('a success status with a failure inside is no success', async () => {
    const flagged = { statuses: [200], flag: '/success' };
    const exchanges = await runGroup(
      group([oneCase('a', [named('first', { success: flagged }), named('second', { onlyIf: 'first' })])]),
      runContext(new Wire(answers({ first: 422 }))),
    );
    expect(steps(exchanges)).toEqual(['first']);
  });

  test('a reference that finds nothing is not sent, and says what it lacks', async () => {
    const wire = new Wire(() => answerOf({ other: 1 }));
    const exchanges = await runGroup(group([oneCase('a', [step('made'), read('read', 'made')])]), runContext(wire));
    expect(exchanges[1]).toMatchObject({
      failure: {
        kind: 'not-sent',
        message: expect.stringMatching(/^step "made" returned \d+ with no value at \/uid$/) as string,
      },
    });
    expect(exchanges[1]?.response).toBeUndefined();
    expect(wire.sent).toHaveLength(1);
  });

  test('an identifier of another type is nothing to refer to, and still what is removed', async () => {
    const wire = new Wire(({ method }) =>
      method === 'DELETE' ? answerOf(undefined, 204) : answerOf({ uid: '7' }, 201),
    );
    const success = { statuses: [201], brings: { pointer: '/uid', type: 'number' as const } };
    const undo = { method: 'DELETE', path: '/books/{uid}', parameters: { uid: { $ref: 'made#/uid' } } };
    const made = step('made', { success, undo, request: { method: 'POST' } });
    const exchanges = await runGroup(group([oneCase('a', [made, read('read', 'made')])]), runContext(wire));
    expect(exchanges[1]?.failure?.message).toBe('step "made" returned 201 with a string instead of a number at /uid');
    expect(wire.lines).toEqual(['POST /books', 'DELETE /books/7']);
  });

  test.each(['', '.', '..'])('an identifier %j names no record, and nothing is removed by it', async (uid) => {
    const wire = new Wire(() => answerOf({ uid }, 201));
    const undo = { method: 'DELETE', path: '/books/{uid}', parameters: { uid: { $ref: 'made#/uid' } } };
    const made = step('made', { undo, request: { method: 'POST' } });
    const exchanges = await runGroup(group([oneCase('a', [made, read('read', 'made')])]), runContext(wire));
    expect(exchanges[1]?.failure?.message).toBe(
      `${JSON.stringify(uid)}, which the service gave for {uid}, names no record`,
    );
    expect(wire.lines).toEqual(['POST /books']);
  });

  test('a setup that fails does not keep the cases from being sent', async () => {
    const exchanges = await runGroup(
      group([oneCase('a', [step('probe')])], [step('control')]),
      runContext(new Wire((_r, index) => (index === 1 ? fail('timeout') : answerOf({})))),
    );
    expect(exchanges.map((e) => e.failure?.kind ?? e.response?.status)).toEqual(['timeout', 200]);
  });

  test('cases do not see each other’s steps', async () => {
    const exchanges = await runGroup(
      group([oneCase('a', [create('made')]), oneCase('b', [read('read', 'made')])]),
      runContext(shelf()),
    );
    expect(exchanges[1]?.failure?.kind).toBe('not-sent');
  });
});

describe('bursts', () => {
  test('all at once, each recorded, and everything that they made is removed', async () => {
    const wire = shelf();
    const exchanges = await runGroup(
      group([oneCase('a', [create('made', { send: { kind: 'burst', times: 5 } })])]),
      runContext(wire, { slots: new Semaphore(10) }),
    );
    expect(steps(exchanges)).toEqual(['made.1', 'made.2', 'made.3', 'made.4', 'made.5']);
    expect(wire.widest).toBe(5);
    expect(wire.lines.filter((l) => l.startsWith('DELETE')).sort()).toEqual(
      [1, 2, 3, 4, 5].map((uid) => `DELETE /books/${uid}`),
    );
  });

  test('a batch is undone record by record', async () => {
    const wire = new Wire((request) =>
      request.method === 'POST' ? answerOf([{ uid: 4 }, { failed: true }, { uid: 6 }], 201) : answerOf({}),
    );
    const batch: Step = {
      ...create('made'),
      undo: { method: 'DELETE', path: '/books/{uid}', parameters: { uid: { $each: 'made#/*/uid' } } },
    };
    await runGroup(group([oneCase('a', [batch])]), runContext(wire));
    expect(wire.lines).toEqual(['POST /books', 'DELETE /books/4', 'DELETE /books/6']);
  });
});

describe('undoing', () => {
  test('what was refused made nothing, so there is nothing to remove', async () => {
    const wire = new Wire(() => answerOf({ errors: [] }, 400));
    await runGroup(group([oneCase('a', [create('made')])]), runContext(wire));
    expect(wire.lines).toEqual(['POST /books']);
  });

  test('a removal that fails keeps nothing else from being removed, and is no exchange', async () => {
    const wire = new Wire((request, index) =>
      request.method === 'POST' ? answerOf({ uid: index }, 201) : fail('reset'),
    );
    const exchanges = await runGroup(group([oneCase('a', [create('one'), create('two')])]), runContext(wire));
    expect(wire.lines).toEqual(['POST /books', 'POST /books', 'DELETE /books/2', 'DELETE /books/1']);
    expect(exchanges).toHaveLength(2);
  });

  test('goes the way of what it undoes', async () => {
    const [seen, plain] = [shelf(), shelf()];
    await runGroup(group([oneCase('a', [create('made')])]), runContext(seen, { plain }));
    expect([seen.lines, plain.lines]).toEqual([['POST /books', 'DELETE /books/1'], []]);
  });
});

describe('walks', () => {
  const walk = (): Step =>
    step('walk', {
      request: { headers: { page: '1' } },
      send: { kind: 'walk', pages: NUMBERED },
    });
  const book = (next: (page: number) => string | undefined): Wire =>
    new Wire((request) => {
      const page = Number(request.headers.find(([n]) => n === 'page')?.[1]);
      const follows = next(page);
      return answerOf({ page }, 200, follows === undefined ? {} : { 'page-next': follows });
    });

  test('follows the next page to the end', async () => {
    const exchanges = await runGroup(
      group([oneCase('a', [walk()])]),
      runContext(book((page) => (page < 4 ? String(page + 1) : undefined))),
    );
    expect(exchanges.map((e) => e.response?.body)).toEqual([1, 2, 3, 4].map((page) => JSON.stringify({ page })));
    expect(steps(exchanges)).toEqual(['walk.1', 'walk.2', 'walk.3', 'walk.4']);
  });

  test.each([
    ['goes back', (page: number) => String(page - 1)],
    ['stays', (page: number) => String(page)],
    ['is no number', () => 'next'],
    ['is zero', () => '0'],
    ['is negative', () => '-2'],
    ['is empty', () => ''],
    ['has blanks', () => ' 2'],
  ])('stops where the next page %s', async (_how, next) => {
    expect(await runGroup(group([oneCase('a', [walk()])]), runContext(book(next)))).toHaveLength(1);
  });

  test('stops at its limit, however far the service would lead it', async () => {
    const endless = book((page) => String(page + 1));
    const exchanges = await runGroup(group([oneCase('a', [walk()])]), runContext(endless, { mostPages: 7 }));
    expect(exchanges).toHaveLength(7);
    expect(exchanges.map(({ cut }) => cut)).toEqual([...Array.from({ length: 6 }), true]);
  });

  test('stops where a page does not come', async () => {
    const wire = new Wire((_request, index) =>
      index === 3 ? fail('timeout') : answerOf({}, 200, { 'page-next': String(index + 1) }),
    );
    const exchanges = await runGroup(group([oneCase('a', [walk()])]), runContext(wire));
    expect(exchanges.map((e) => e.failure?.kind ?? 'ok')).toEqual(['ok', 'ok', 'timeout']);
  });
});

describe('steps that are sent together', () => {
  const pair = [create('one'), create('other', { together: true }), step('read')];

  test('meet, however many others there are', async () => {
    const wire = shelf();
    const exchanges = await runGroup(group([oneCase('a', pair)]), runContext(wire, { slots: new Semaphore(2) }));
    expect(steps(exchanges)).toEqual(['one', 'other', 'read']);
    expect(exchanges.map(({ together }) => together)).toEqual([true, true, undefined]);
    expect(wire.widest).toBe(2);
  });

  test('go one by one where the target bears no more', async () => {
    const wire = shelf();
    const exchanges = await runGroup(group([oneCase('a', pair)]), runContext(wire, { slots: new Semaphore(1) }));
    expect(exchanges.map(({ together }) => together)).toEqual([undefined, undefined, undefined]);
    expect(wire.widest).toBe(1);
  });

  test('wait until there is room for all of them, and nobody who came later goes before', async () => {
    const slots = new Semaphore(2);
    const order: string[] = [];
    const work = (name: string, wanted?: number): Promise<void> =>
      slots.through(
        async () => {
          order.push(name);
          await tick();
        },
        0,
        wanted,
      );
    await Promise.all([work('one'), work('two', 2), work('three')]);
    expect(order).toEqual(['one', 'two', 'three']);
  });
});

describe('limits', () => {
  test.each([1, 3, 8])('never more than %i requests at once, over all groups and their undoing', async (width) => {
    const wire = shelf();
    const groups = Array.from({ length: 6 }, (_none, i) =>
      group(
        [1, 2, 3].map((n) => oneCase(`${i}-${n}`, [create('made', { send: { kind: 'burst', times: 3 } })])),
        [create('shelf')],
        { id: `g${i}` },
      ),
    );
    await scheduleGroups(groups, runContext(wire, { slots: new Semaphore(width) }), () => undefined);
    expect(wire.widest).toBe(width);
    expect(wire.lines.filter((l) => l.startsWith('POST'))).toHaveLength(6 * 10);
    expect(wire.lines.filter((l) => l.startsWith('DELETE'))).toHaveLength(6 * 10);
  });

  test('a semaphore lets the next one through when work fails too', async () => {
    const slots = new Semaphore(1);
    await expect(slots.through(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(slots.through(() => Promise.resolve(1))).resolves.toBe(1);
    const order: number[] = [];
    await Promise.all(
      [1, 2, 3].map((n) =>
        slots.through(async () => {
          await tick();
          order.push(n);
        }),
      ),
    );
    expect(order).toEqual([1, 2, 3]);
  });

  test('every request waits for its turn in the pace', async () => {
    let turns = 0;
    const wire = shelf();
    await runGroup(
      group([oneCase('a', [create('made'), step('probe')])], [step('control')]),
      runContext(wire, { pace: () => Promise.resolve(void (turns += 1)) }),
    );
    expect(turns).toBe(wire.sent.length);
  });
});

describe('several groups', () => {
  test('each is handed over when it is done; exclusive ones come after all others and one by one', async () => {
    const order: string[] = [];
    const wire = shelf();
    const make = (id: string, exclusive = false): ReturnType<typeof group> =>
      group([oneCase(id, [step('probe'), step('again')])], [], { id, ...(exclusive ? { exclusive } : {}) });
    await scheduleGroups(
      [make('x1', true), make('a'), make('b'), make('x2', true)],
      runContext(wire),
      (done, exchanges) => {
        order.push(`${done.id} ${exchanges.length}`);
      },
    );
    expect(new Set(order.slice(0, 2))).toEqual(new Set(['a 2', 'b 2']));
    expect(order.slice(2)).toEqual(['x1 2', 'x2 2']);
  });

  test.each([
    ['of one that is alone they go one after the other, and what one made is gone before the next', true, 1],
    ['of any other they go side by side', undefined, 2],
  ] as const)('cases of a group: %s', async (_what, exclusive, most) => {
    const wire = shelf();
    const cases = ['a', 'b'].map((name) =>
      oneCase(name, [create(`make-${name}`), read(`read-${name}`, `make-${name}`)]),
    );
    await scheduleGroups(
      [group(cases, [], exclusive === undefined ? {} : { exclusive })],
      runContext(wire),
      () => undefined,
    );
    let there = 0;
    const counts = wire.sent.map(({ method }) => (there += method === 'POST' ? 1 : method === 'DELETE' ? -1 : 0));
    expect(Math.max(...counts)).toBe(most);
  });

  test('a defect of our own ends the run: nothing more is begun, what was made is removed, and nothing else is handed over', async () => {
    const wire = shelf();
    const groups = ['a', 'b', 'c', 'd'].map((name) =>
      group([oneCase(name, [create(`make-${name}`), read(`read-${name}`, `make-${name}`)])], [], {
        id: `g-${name}`,
        ...(name === 'a' ? {} : { exclusive: true as const }),
      }),
    );
    const handed: string[] = [];
    const run = scheduleGroups(groups, runContext(wire), (done) => {
      handed.push(done.id);
      throw new TypeError(`a mistake in judging ${done.id}`);
    });
    await expect(run).rejects.toThrow('a mistake in judging g-a');
    expect(handed).toEqual(['g-a']);
    expect(wire.sent.map((r) => r.method)).toEqual(['POST', 'GET', 'DELETE']);
  });
  test('a defect in handing over is told as it was thrown', async () => {
    await expect(
      scheduleGroups([group([oneCase('a', [step('probe')])])], runContext(shelf()), () => {
        throw new Error('defect');
      }),
    ).rejects.toThrow('defect');
  });
});
