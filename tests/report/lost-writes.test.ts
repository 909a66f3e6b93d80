/** Records that are made or deleted by turns, in a shop that no contract of ours knows. */
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import { said } from './exchanges.ts';
import { otherValue, wrongStatus } from './found.ts';
import { titles, type Failing } from './titles.ts';

const NAMES = ['orders', 'customers'];

/** A record is made and read, or read, deleted and read again. */
function lived(name: string, id: number, done: boolean, way: 'create' | 'delete'): readonly Exchange[] {
  const group = `${name}-${id}`;
  const at = `/${name}/${id}`;
  const made = said(`POST /${name}`, 201, { operation: `${name}/create`, sent: { size: 1 }, shown: { id } });
  const read = (status: number): Exchange => said(`GET ${at}`, status, { operation: `${name}/read`, shown: { id } });
  const all =
    way === 'create'
      ? [made, read(done ? 200 : 404)]
      : [made, read(200), said(`DELETE ${at}`, 204, { operation: `${name}/delete` }), read(done ? 404 : 200)];
  return all.map((one, index) => ({ ...one, group, id: `${group}#${index}` }));
}

const all = (way: 'create' | 'delete', isDone: (name: string, id: number) => boolean): readonly Exchange[] =>
  NAMES.flatMap((name) => Array.from({ length: 8 }, (_none, id) => lived(name, id, isDone(name, id), way)).flat());

const failingIn = (seen: readonly Exchange[], way: 'create' | 'delete'): readonly Failing[] =>
  seen.flatMap((on): readonly Failing[] => {
    const { status = 0 } = on.response ?? {};
    const isWrong = way === 'create' ? status === 404 : status === 200 && on.id.endsWith('#3');
    return on.request.method === 'GET' && isWrong
      ? [{ rule: way === 'create' ? 'http.made' : 'lifecycle.gone', on, found: wrongStatus(status, []) }]
      : [];
  });

const told = (seen: readonly Exchange[], way: 'create' | 'delete'): readonly string[] =>
  titles(failingIn(seen, way), seen);

describe('records that are lost by turns', () => {
  it('are one cause over operations, with their share', () => {
    expect(
      told(
        all('create', (_name, id) => id % 2 === 0),
        'create',
      ),
    ).toEqual(['Does not store every second record that it answers as made, on customers/create and orders/create']);
    expect(
      told(
        all('create', (_name, id) => id % 4 !== 0),
        'create',
      ),
    ).toEqual(['Does not store one in 4 records that it answers as made, on customers/create and orders/create']);
  });

  it('are called as others are, where each that is lost has the id of one below another parent', () => {
    const below = (parent: number, id: number, status: 200 | 404): readonly Exchange[] =>
      [
        said(`POST /orders/${parent}/lines`, 201, {
          operation: 'lines/create',
          sent: { size: 1 },
          shown: { id },
        }),
        said(`GET /orders/${parent}/lines/${id}`, status, {
          operation: 'lines/read',
          shown: { id },
        }),
      ].map((one, index) => ({
        ...one,
        group: `${parent}-${id}`,
        id: `${parent}-${id}#${index}`,
      }));
    const found = [1, 2, 3].flatMap((id) => below(id, id, 200));
    const CALLED = 'Answers a create with the id of a record below another parent, where the new one is not found';
    expect(told([...found, ...below(4, 1, 404), ...below(5, 1, 404), ...below(6, 2, 404)], 'create')).toEqual([
      `${CALLED}, on lines/create`,
    ]);
    const counted = below(4, 1, 200);
    expect(told([...found, ...counted, ...below(5, 1, 404), ...below(6, 2, 404)], 'create').join()).not.toContain(
      CALLED,
    );
  });

  it('are not those that an update brings back', () => {
    const seen = NAMES.flatMap((name) =>
      Array.from({ length: 8 }, (_none, id) => {
        const [made, before, removed, after] = lived(name, id, id % 2 === 0, 'delete');
        const revived = said(`PATCH /${name}/${id}`, 200, { operation: `${name}/update`, sent: { size: 2 } });
        const all = id % 2 === 0 ? [made, before, removed, after] : [made, before, removed, revived, after];
        return all.flatMap((one) => (one === undefined ? [] : { ...one, group: `${name}-${id}` }));
      }).flat(),
    );
    expect(told(seen, 'delete').join()).not.toMatch(/does not delete/i);
  });

  it('are so for all that a path offers though nothing is there', () => {
    const offered = all('create', (_name, id) => id % 2 === 0).flatMap((one) =>
      one.response?.status === 404
        ? [one, { ...said(`OPTIONS ${new URL(one.request.url).pathname}`, 204), group: one.group }]
        : [one],
    );
    expect(told(offered, 'create')).toHaveLength(1);
    expect(told(offered, 'create')[0]).toMatch(/^Does not store every second record/);
  });

  it('are another matter where all of one operation are lost, or what is late is there in the end', () => {
    expect(
      told(
        all('create', (name) => name === 'orders'),
        'create',
      )[0],
    ).not.toMatch(/Does not store/);
    const late = all('create', (_name, id) => id % 2 === 0).flatMap((one) =>
      one.response?.status === 404
        ? [one, { ...said(`GET ${new URL(one.request.url).pathname}`, 200), group: one.group }]
        : [one],
    );
    expect(told(late, 'create')[0]).not.toMatch(/Does not store/);
  });
});

describe('records that go some time after they were answered as deleted', () => {
  type Then = readonly [method: 'GET' | 'DELETE', status: number];
  const STILL: Then = ['GET', 200];

  /** What is asked of each record once it was deleted. */
  const after = (then: readonly Then[], before: readonly Then[] = []): readonly Exchange[] =>
    Array.from({ length: 8 }, (_none, id) => {
      const ask = ([method, status]: Then): Exchange =>
        said(`${method} /orders/${id}`, status, {
          operation: method === 'GET' ? 'orders/read' : 'orders/delete',
          shown: { id },
        });
      const made = said('POST /orders', 201, { operation: 'orders/create', sent: { size: 1 }, shown: { id } });
      const asked = [...before, ['DELETE', 200] as const, ...then].map(ask);
      return [made, ...asked].map((one, index) => ({ ...one, group: `g${id}`, id: `g${id}#${index}` }));
    }).flat();
  const first = (seen: readonly Exchange[], still: string): string | undefined =>
    titles(
      seen
        .filter(({ id }) => id.endsWith(`#${still}`))
        .map((on): Failing => ({ rule: 'lifecycle.gone', on, found: wrongStatus(200, []) })),
      seen,
    )[0];
  const LATE =
    'Answers a DELETE with 200 before the record is gone: still there at the next read, 404 later, on orders/delete';

  it.each<readonly [string, readonly Then[]]>([
    ['a read', [STILL, ['GET', 404]]],
    ['several reads', [STILL, STILL, ['GET', 404]]],
    ['a second delete', [STILL, ['DELETE', 404]]],
  ])('are told by %s', (_what, then) => {
    expect(first(after(then), '2')).toBe(LATE);
  });

  it.each<readonly [string, readonly Then[], readonly Then[]]>([
    ['stay', [STILL, STILL], []],
    ['are deleted again', [STILL, ['DELETE', 200], ['GET', 404]], []],
    ['are shown by what keeps an earlier read', [STILL, ['DELETE', 404]], [STILL]],
  ])('are another matter where they %s', (_what, then, before) => {
    expect(first(after(then, before), String(before.length + 2))).not.toMatch(/before the record is gone/);
  });
});

describe.each(['create', 'delete'] as const)('what is wrong beside every second %s that is lost', (way) => {
  const lost = all(way, (_name, id) => id % 2 === 0);
  const refuses = { title: 'r', explain: '', fails: '{accepts} what is faulty', awaits: 'refusal' } as const;
  const both = (rule: string, on: Exchange, found: Failing['found'], before: readonly Exchange[] = []) =>
    titles([...failingIn(lost, way), { rule, on, found }], [...lost, ...before, on], {
      'input.pattern': refuses,
      'input.duplicate': refuses,
    });
  const beside = (one: Exchange, group: string, step: string): Exchange => ({ ...one, group, id: `${group}#${step}` });
  const made = said('POST /orders', 201, { operation: 'orders/create', sent: { size: 1 }, shown: { id: 70 } });
  const shown = said('GET /orders/70', 200, { operation: 'orders/read', shown: { id: 70, size: 9 } });
  const list = said('GET /orders', 200, { operation: 'orders/list', shown: [] });

  it.each<readonly [string, readonly string[]]>([
    [
      'a value that is shown of a record that is there',
      both('lifecycle.read-back', beside(shown, 'o', '1'), otherValue('body#/size', 1, 9), [beside(made, 'o', '0')]),
    ],
    ['a faulty request that is accepted', both('input.pattern', beside(made, 'o', '0'), wrongStatus(201, [422]))],
    [
      'how a list is cut into pages',
      both('page.order', beside(list, 'o', '1'), { where: 'body records', expected: '1', actual: '2' }, [
        beside(made, 'o', '0'),
      ]),
    ],
    [
      'an update that is not kept',
      both('lifecycle.update-each', beside(shown, 'o', '1'), otherValue('body#/size', 2, 1), [beside(made, 'o', '0')]),
    ],
  ])('is an item of its own: %s', (_what, found) => {
    expect(found).toHaveLength(2);
    expect(
      found.filter((title) => title.startsWith(`Does not ${way === 'create' ? 'store' : 'delete'} every second`)),
    ).toHaveLength(1);
  });
});

describe('what rests on a record that nothing shows', () => {
  const lost = all('create', (_name, id) => id % 2 === 0);
  const set = (one: Exchange, id: string): Exchange => ({ ...one, group: 'g', id });
  const made = set(
    said('POST /orders', 201, { operation: 'orders/create', sent: { size: 1 }, shown: { id: 70 } }),
    'g#setup.control',
  );

  it.each<readonly [string, Exchange, Failing['found']]>([
    [
      'input.duplicate',
      said('POST /orders', 201, { operation: 'orders/create', sent: { size: 1 }, shown: { id: 71 } }),
      wrongStatus(201, [409]),
    ],
    [
      'outcome.accepted',
      said('PATCH /orders/70', 404, { operation: 'orders/update', sent: { size: 2 } }),
      wrongStatus(404, [200]),
    ],
    [
      'outcome.accepted',
      said('POST /parcels', 422, { operation: 'parcels/create', sent: { order: 70 } }),
      wrongStatus(422, [201]),
    ],
    [
      'lifecycle.listed',
      said('GET /orders', 200, { operation: 'orders/list', shown: [] }),
      { where: 'body#', expected: 'the record 70', actual: 'not among 0 records' },
    ],
  ])('is the same item: %s', (rule, one, found) => {
    const on = set(one, 'g/case#probe');
    expect(titles([...failingIn(lost, 'create'), { rule, on, found }], [...lost, made, on])).toHaveLength(1);
  });
});
