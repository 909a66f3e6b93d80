/** Reads of a shop that show another record, one that is not there, or one as it was before a change. */
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import type { JsonMap } from '../../src/record/json.ts';
import { said } from './exchanges.ts';
import { otherValue, wrongStatus } from './found.ts';
import { titles, type Failing } from './titles.ts';

describe('a read that shows another record', () => {
  const makes = [1, 2, 3].map((id) => said(`PATCH /orders/${id}`, 200, { sent: { size: id } }));
  const read = (id: number, shown: number): Exchange =>
    said(`GET /orders/${id}`, 200, { shown: { order: { id: shown } } });
  const failing = (rule: string, on: Exchange): Failing => ({ rule, on, found: otherValue('body#/order/size', 2, 1) });

  it.each([
    [1, 1, 'the first that was made beside it'],
    [3, 1, 'one that was made beside it'],
  ])('is one cause, whatever looks for what is there: %j and %j', (one, other, which) => {
    const [second, third] = [read(2, one), read(2, other)];
    const all = [failing('lifecycle.batch-kept', second), failing('lifecycle.sibling-changed', third)];
    expect(titles(all, [...makes, second, third])).toEqual([
      `Shows another record than the one that is asked for on orders/read: ${which}`,
    ]);
  });

  it('is told by who asks which record it is, where somebody does', () => {
    const [second, third] = [read(2, 1), read(2, 1)];
    const all = [failing('lifecycle.batch-kept', second), failing('lifecycle.sibling-changed', third)];
    const asked: Failing = { ...failing('lifecycle.same-record', second), found: otherValue('body#/order/id', 2, 1) };
    expect(titles([...all, asked], [...makes, second, third]).join()).not.toMatch(/another record/);
  });

  it('is another matter where it shows its own, or one that nobody made', () => {
    for (const shown of [2, 9]) {
      const [one, other] = [read(2, shown), read(2, shown)];
      const all = [failing('lifecycle.batch-kept', one), failing('lifecycle.sibling-changed', other)];
      expect(titles(all, [...makes, one, other]).join()).not.toMatch(/another record/);
    }
  });
});

describe('a read of what is not there', () => {
  const rules = ['input.no-trace-read', 'lifecycle.gone', 'lifecycle.unknown-id'];
  const words = Object.fromEntries(
    rules.map((rule) => [rule, { title: rule, explain: '', fails: '{accepts} the read', awaits: 'refusal' as const }]),
  );
  const told = (some: readonly string[], shown: JsonMap): readonly string[] => {
    const all = some.map((rule): readonly [Exchange, Failing] => {
      const sent = said('POST /orders', 400, { case: rule, step: 'write', sent: { size: 7 } });
      const on = said('GET /orders/1', 200, { case: rule, step: 'read', shown });
      return [sent, { rule, on, found: wrongStatus(200, [404]) }];
    });
    return titles(
      all.map(([, one]) => one),
      all.flatMap(([sent, { on }]) => [sent, on]),
      words,
    );
  };

  it('is one cause, why ever it is not there', () => {
    expect(told(rules, { order: {} })).toEqual([
      'Answers a read of what is not there with 200 instead of 404, on orders/read',
    ]);
  });

  it('is told by its reason where there is one alone, or where it shows what was sent', () => {
    expect(told(['lifecycle.gone'], { order: {} }).join()).not.toMatch(/not there/);
    expect(told(rules.slice(0, 2), { order: { size: 7 } }).join()).not.toMatch(/not there/);
  });
});

describe('a read that shows what it showed before a change', () => {
  const kept = (place: number, isReadBefore: boolean, is: number): readonly Exchange[] => {
    const own = { case: `case-${place}` };
    const path = `/orders/${place}`;
    return [
      said('POST /orders', 201, { ...own, step: 'create', sent: { order: { size: 1 } }, shown: { id: place } }),
      ...(isReadBefore ? [said(`GET ${path}`, 200, { ...own, step: 'before', shown: { order: { size: 1 } } })] : []),
      said(`PATCH ${path}`, 200, { ...own, step: 'write', sent: { order: { size: 2 } } }),
      said(`GET ${path}`, 200, { ...own, step: 'read', shown: { order: { size: is } } }),
    ];
  };
  const told = (all: readonly (readonly Exchange[])[]): readonly string[] =>
    titles(
      all.slice(0, 2).map((own, index): Failing => ({
        rule: ['lifecycle.update-each', 'lifecycle.update-kept'][index] ?? '',
        on: own.at(-1) as Exchange,
        found: otherValue('body#/order/size', 2, 1),
        more: { operation: 'update' },
      })),
      all.flat(),
    );
  const KEPT =
    'Still shows on orders/read what was read before orders/update changed it; what was not read before is shown as it is';

  it('is of what keeps it, where what was not read shows the change', () => {
    expect(told([kept(1, true, 1), kept(2, true, 1), kept(3, false, 2)])).toEqual([KEPT]);
  });

  it('is another matter where nothing shows that it was changed, or what was read before follows', () => {
    expect(told([kept(1, true, 1), kept(2, true, 1)])).not.toContain(KEPT);
    expect(told([kept(1, true, 1), kept(2, true, 1), kept(3, false, 2), kept(4, true, 2)])).not.toContain(KEPT);
    expect(told([kept(1, true, 1), kept(2, false, 1), kept(3, false, 2)])).not.toContain(KEPT);
  });

  it('is so of what was removed below it', () => {
    const removed = (place: number, isReadBefore: boolean, lines: readonly number[]): readonly Exchange[] =>
      kept(place, isReadBefore, 1).map((one) => {
        const { request, response } = one;
        if (request.method === 'POST') return { ...one, request: { ...request, body: '{"order":{"lines":[5]}}' } };
        const path = request.url.replace(/\/orders\/.*/, `/orders/${place}`);
        if (request.method === 'PATCH')
          return {
            ...one,
            operation: 'orders/empty',
            request: { ...request, method: 'DELETE', url: `${path}/lines`, body: undefined },
          } as unknown as Exchange;
        const body = JSON.stringify({ order: { lines: one.id.endsWith('#before') ? [5] : lines } });
        return response === undefined ? one : { ...one, response: { ...response, body } };
      });
    expect(told([removed(1, true, [5]), removed(2, true, [5]), removed(3, false, [])])).toEqual([
      KEPT.replace('update', 'empty'),
    ]);
  });
});
