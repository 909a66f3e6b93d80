/** RecordOwner record a create was answered with: nothing is done to one that the run did not make. */
import { describe, expect, test } from 'vitest';
import { scheduleGroups } from '../../src/run/group-scheduler.ts';
import type { Step } from '../../src/plan/model.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import type { RecordOwner } from '../../src/cleanup/cleanup-context.ts';
import { createIdVerification } from '../../src/cleanup/verify-created-id.ts';
import { booksDeclared } from '../http/shelf.ts';
import { answerOf, group, oneCase, resolution, runContext, stage, step, Wire } from '../http/support.ts';

const good = { auth: { kind: 'none' } } as const;
const catalogue = booksDeclared({ title: '/title', shelf: '/shelf' });

const create = (name = 'create', shelf = 'novels'): Step =>
  step(name, {
    request: { method: 'POST', body: { kind: 'json', value: { title: { $unique: 12 }, shelf } } },
    undo: { method: 'DELETE', path: '/books/{id}', parameters: { id: { $each: `${name}#/id` } }, ...good },
  });
const update = step('update', {
  request: {
    method: 'PATCH',
    path: '/books/{id}',
    parameters: { id: { $ref: 'create#/id' } },
    body: { kind: 'json', value: { title: 'changed' } },
  },
});

type Sent = { readonly title: string; readonly shelf: string };

/** Everything sent, and what was recorded, of a service that answers a create and a read so. */
async function run(
  steps: readonly Step[],
  made: (sent: Sent) => unknown,
  shown: (sent: Sent) => unknown,
): Promise<{ readonly lines: readonly string[]; readonly exchanges: readonly Exchange[] }> {
  let last: Sent = { title: '', shelf: '' };
  const wire = new Wire(({ method, body }) => {
    if (method === 'POST') last = JSON.parse(String(body)) as Sent;
    const answer = method === 'POST' ? made(last) : shown(last);
    return answer === undefined ? answerOf({}, 404) : answerOf(answer, method === 'POST' ? 201 : 200);
  });
  const exchanges: Exchange[] = [];
  const { to } = stage({ to: { operations: catalogue } });
  const context = runContext(wire, { firstRecords: new Map() }, to);
  await scheduleGroups([group([oneCase('one', steps)])], context, (_group, all) => void exchanges.push(...all));
  return { lines: wire.lines, exchanges };
}

const first = (): unknown => ({ id: 7 });

describe('what a create was answered with', () => {
  test.each<readonly [string, (sent: Sent) => unknown]>([
    ['as it was sent', (sent) => sent],
    ['in other letters, and without what separates', ({ title }) => ({ title: ` ${title.toUpperCase()}-` })],
    ['with something before it', ({ title }) => ({ title: `library-${title}` })],
    ['and cannot be read', () => undefined],
    ['and shows nothing of it', () => ({ pages: 12 })],
    ['masked', () => ({ title: 'a****' })],
    ['masked, and the rest as it was sent', ({ shelf }) => ({ title: 'a****', shelf })],
  ])('is the run’s to change and to remove where it is shown %s', async (_how, shown) => {
    const { lines } = await run([create(), update], first, shown);
    expect(lines).toEqual(['POST /books', 'GET /books/7', 'PATCH /books/7', 'DELETE /books/7']);
  });

  test.each<readonly [string, (sent: Sent) => unknown]>([
    ['another one', () => ({ title: 'of somebody else', shelf: 'novels' })],
    ['another one, by all that is shown of it', () => ({ shelf: 'atlases' })],
  ])('is read and left where that shows %s', async (_how, shown) => {
    const read = step('read', { request: { path: '/books/{id}', parameters: { id: { $ref: 'create#/id' } } } });
    const { lines, exchanges } = await run([create(), read, update], first, shown);
    expect(lines).toEqual(['POST /books', 'GET /books/7', 'GET /books/7']);
    expect(exchanges.at(-1)?.failure).toMatchObject({
      why: 'lacking',
      message: 'step "create" returned 201 with the ID of a record that it did not create',
    });
  });

  test('is asked by whoever holds places by a read of its own, and not waited for', async () => {
    const wire = new Wire(() => answerOf({ title: 'of somebody else' }));
    const { to } = stage({ to: { operations: catalogue } });
    const firstRecords = new Map([
      ['http://library.test library@1.0.0 books', { found: new Promise<RecordOwner>(() => undefined) }],
    ]);
    const slots = { width: 2, isHeld: true, through: <T>(work: () => Promise<T>): Promise<T> => work() } as const;
    const live = { answer: { id: 7 }, sent: { title: 'a1b2c3d4e5f6', shelf: 'novels' }, path: {}, outcome: 201 };
    const ask = createIdVerification(create(), live, to, resolution, runContext(wire, { firstRecords, slots }, to));
    // Somebody who holds none waits for the same.
    void ask?.({ width: 2, through: slots.through });
    expect(await ask?.(slots)).toBe(true);
    expect(wire.lines).toEqual(['GET /books/7']);
  });

  test('is read once for an endpoint, and once more where the answer itself shows something else', async () => {
    const wellBehaved = await run([create(), create('second')], first, (sent) => sent);
    expect(wellBehaved.lines.filter((line) => line.startsWith('GET'))).toHaveLength(1);
    let many = 0;
    const later = await run(
      [create(), create('second')],
      () => ((many += 1) === 1 ? { id: 7 } : { id: 8, title: 'of somebody else' }),
      (sent) => (many === 1 ? sent : { title: 'of somebody else' }),
    );
    expect(later.lines).toEqual(['POST /books', 'POST /books', 'GET /books/8']);
  });
});

test.each(['', '.', '..'])('nothing is deleted by the ID "%s": it would lead to what holds all records', async (id) => {
  const { lines } = await run(
    [create()],
    () => ({ id }),
    (sent) => sent,
  );
  expect(lines).toEqual(['POST /books']);
});
