/** Records that are not found when they are read first, in a shop that no contract of ours knows. */
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import { said } from './exchanges.ts';
import { wrongStatus } from './found.ts';
import { titles, type Failing } from './titles.ts';

const SHOWN = { 200: { id: 1 }, 404: { message: 'not found' } } as const;

/** A record is made, and read so often: how each read ended. */
function read(id: number, ...ends: readonly (200 | 404)[]): readonly Exchange[] {
  const made = said('POST /orders', 201, { sent: { size: 1 }, shown: { id } });
  const reads = ends.map((end) => said(`GET /orders/${id}`, end, { shown: SHOWN[end] }));
  return [made, ...reads].map((one, index) => ({
    ...one,
    group: `g${id}`,
    id: `g${id}#${index}`,
  }));
}

const first = (seen: readonly Exchange[]): string | undefined => {
  const missed = seen.filter(({ id, response }) => id.endsWith('#1') && response?.status === 404);
  const of = (on: Exchange): Failing => ({
    rule: 'lifecycle.read-back',
    on,
    found: wrongStatus(404, [200]),
  });
  return titles(missed.map(of), seen)[0];
};

describe('a record that is not found at first', () => {
  const found = [read(1, 404, 200), read(2, 404, 200), read(3, 404, 200), read(4, 404)].flat();
  const LATE = 'Refuses with 404 the first read of a record, and shows it at the next, on orders/read';

  it('is told with what shows it', () => {
    expect(first(found)).toBe(LATE);
  });

  it('is told of the operation that reads so, where others find what they read', () => {
    const others = [6, 7].flatMap((id) => [
      said('POST /shops', 201, { operation: 'shops/create', sent: { size: 1 }, shown: { id } }),
      said(`GET /shops/${id}`, 200, { operation: 'shops/read', shown: { id } }),
    ]);
    expect(first([...found, ...others])).toBe(LATE);
  });

  it('is another matter where one is found at first, where none is found later, or where it is seen but twice', () => {
    expect(first([...found, ...read(5, 200)])).not.toBe(LATE);
    expect(first([1, 2, 3].flatMap((id) => read(id, 404, 404)))).not.toBe(LATE);
    expect(first([1, 2].flatMap((id) => read(id, 404, 200)))).not.toBe(LATE);
  });
});

describe('a record that is not found for a moment', () => {
  const MOMENT =
    'Refuses with 404 reads of a record for a moment after it was made, and shows it later, on orders/read';
  const late = [1, 2, 3, 4].flatMap((id) => read(id, 404, 404, 200, 200));

  it('is told as that, where others were read later', () => {
    expect(first([...late, ...read(5, 200, 200)])).toBe(MOMENT);
  });

  it('is another matter where one is found and then is not, or where it may be chance', () => {
    expect(first([...late, ...read(5, 404, 200, 404)])).not.toBe(MOMENT);
    expect(first([...[1, 2, 3].flatMap((id) => read(id, 404, 200)), ...read(5, 200)])).not.toBe(MOMENT);
  });
});
