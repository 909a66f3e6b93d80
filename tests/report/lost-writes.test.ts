/** Records that are made or deleted by turns, in a shop that no contract of ours knows. */
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import { said } from './exchanges.ts';
import { wrongStatus } from './found.ts';
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

const told = (seen: readonly Exchange[], way: 'create' | 'delete'): readonly string[] =>
  titles(
    seen.flatMap((on): readonly Failing[] => {
      const { status = 0 } = on.response ?? {};
      const isWrong = way === 'create' ? status === 404 : status === 200 && on.id.endsWith('#3');
      return on.request.method === 'GET' && isWrong
        ? [{ rule: way === 'create' ? 'http.made' : 'lifecycle.gone', on, found: wrongStatus(status, []) }]
        : [];
    }),
    seen,
  );

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
