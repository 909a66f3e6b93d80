/** What a group needs is made anew, as a whole, where a write of it met a service that was away, and such answers are few. */
import { describe, expect, test } from 'vitest';
import { runGroup } from '../../src/run/run-group.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import type { Group, Step } from '../../src/plan/model.ts';
import { create } from './shelf.ts';
import { type Answerer, answerOf, fail, group, oneCase, runContext, stage, step, Wire } from './support.ts';

const read = (name: string, of: string): Step =>
  step(name, { request: { path: '/books/{uid}', parameters: { uid: { $ref: `${of}#/uid` } } } });
const planned = (more: Partial<Group> = {}): Group =>
  group([oneCase('a', [read('probe', 'setup.book')])], [create('shelf'), create('book')], more);

interface Sent {
  readonly lines: readonly string[];
  readonly exchanges: readonly Exchange[];
  readonly slept: readonly number[];
}

async function sentFor(answer: Answerer, plan = planned(), turns: string[] = []): Promise<Sent> {
  const wire = new Wire(answer);
  const slept: number[] = [];
  const sleep = (milliseconds: number): Promise<void> => Promise.resolve(void slept.push(milliseconds));
  const turn = {
    begin: () => Promise.resolve(void turns.push(`begin after ${wire.sent.length}`)),
    end: () => Promise.resolve(void turns.push(`end after ${wire.sent.length}`)),
  };
  const exchanges = await runGroup(plan, runContext(wire, { sleep }, stage().to), turn);
  return { lines: wire.lines, exchanges, slept };
}

/** The n-th request is answered so, all others as they should be. */
const away =
  (which: (index: number, method: string) => boolean, status = 503): Answerer =>
  ({ method }, index) =>
    which(index, method) ? answerOf({}, status) : answerOf({ uid: index }, method === 'POST' ? 201 : 200);

describe('a setup that met a service that was away', () => {
  test.each([502, 503, 504])('is made anew: %i', async (status) => {
    const { lines, exchanges, slept } = await sentFor(away((index) => index === 2, status));
    expect(lines).toEqual([
      'POST /books',
      'POST /books',
      // What it had made by then is in nobody's way.
      'DELETE /books/1',
      'POST /books',
      'POST /books',
      'GET /books/5',
      'DELETE /books/5',
      'DELETE /books/4',
    ]);
    expect(slept).toEqual([1000]);
    // What was answered first stays on record.
    expect(exchanges.map(({ id, response }) => `${id.split('/').at(-1) ?? ''} ${response?.status ?? ''}`)).toEqual(
      [
        'success#setup.shelf 201',
        'success#setup.book 503',
        'success~2#setup.shelf 201',
        'success~2#setup.book 201',
        'a#probe 200',
      ].map((line) => line.replace('503', String(status))),
    );
  });

  test('is made anew where a connection was lost too', async () => {
    const { lines, slept } = await sentFor(({ method }, index) =>
      index === 2 ? fail('reset') : answerOf({ uid: index }, method === 'POST' ? 201 : 200),
    );
    expect(lines.filter((line) => line.startsWith('POST'))).toHaveLength(4);
    expect(slept).toEqual([1000]);
  });

  test('with values of its own: it is another request, and not that one once more', async () => {
    const bodies: unknown[] = [];
    const unique = create('book', {
      request: { method: 'POST', body: { kind: 'json', value: { name: { $unique: 12 } } } },
    });
    await sentFor(
      (request, index) => {
        if (request.method === 'POST') bodies.push(request.body?.toString());
        return index === 1 ? answerOf({}, 503) : answerOf({ uid: index }, 201);
      },
      group([oneCase('a', [])], [unique]),
    );
    expect(bodies).toHaveLength(2);
    expect(new Set(bodies).size).toBe(2);
  });

  test('once, and it is as it is then', async () => {
    const { lines } = await sentFor(away((_index, method) => method === 'POST'));
    expect(lines).toEqual(['POST /books', 'POST /books', 'POST /books']);
  });

  test('has one turn, also where it met that within it', async () => {
    const change = step('change', { request: { method: 'PUT', path: '/books' } });
    const turns: string[] = [];
    const { lines } = await sentFor(
      away((index) => index === 2),
      group([oneCase('a', [])], [create('shelf'), change]),
      turns,
    );
    expect(lines).toEqual([
      'POST /books',
      'PUT /books',
      'DELETE /books/1',
      'POST /books',
      'PUT /books',
      'DELETE /books/4',
    ]);
    expect(turns).toEqual(['begin after 1', 'end after 6']);
  });

  test.each([
    ['a write that was refused', away((index) => index === 2, 500)],
    ['a read that was answered so', away((_index, method) => method === 'GET')],
  ])('not for %s', async (_what, answer) => {
    const { exchanges } = await sentFor(answer);
    expect(exchanges.every(({ id }) => !id.includes('~2'))).toBe(true);
  });

  test('not where the service is away for more than a few writes', async () => {
    const wire = new Wire(() => answerOf({}, 503));
    const run = runContext(wire, { sleep: () => Promise.resolve() });
    for (let turn = 0; turn < 40; turn += 1) await runGroup(planned(), run);
    // Two of each group, and a few more.
    expect(wire.lines.length).toBeLessThan(90);
  });
});
