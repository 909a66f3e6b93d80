/** What is said of a service of which a few answers say that it is away, from all that was exchanged with a shop. */
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import { said } from './exchanges.ts';
import { wrongStatus } from './found.ts';
import { titles, type Failing } from './titles.ts';

type Kind = readonly [rule: string, line: string, sent?: { readonly name: string }];

const KINDS: readonly Kind[] = [
  ['outcome.accepted', 'POST /orders', { name: 'Tom' }],
  ['input.unicode', 'POST /orders', { name: 'Zoë' }],
  ['lifecycle.update-again', 'PATCH /orders/1', { name: 'Tim' }],
  ['store.later', 'GET /orders/1'],
  ['lifecycle.deleted', 'DELETE /orders/1'],
];

/** Each kind is tried so many times; `isAway` says of which of them the service is away. */
function told(times: number, isAway: (rule: string, time: number) => boolean, status = 503): readonly string[] {
  const tried = KINDS.flatMap(([rule, line, sent], place) =>
    Array.from({ length: times }, (_none, time): Failing => {
      const isBad = isAway(rule, time);
      const on: Exchange = said(line, isBad ? status : 200, {
        case: `shop/orders/${place}/${rule}/${time}`,
        at: (time * KINDS.length + place) * 10,
        ...(sent === undefined ? {} : { sent }),
        shown: isBad ? { detail: 'Try later.' } : { id: time },
      });
      const more = isBad ? {} : ({ verdict: 'pass', disposition: 'conforming', findings: [] } as const);
      return { rule, on, found: wrongStatus(status, [200]), more: { title: `${rule} ${time}`, ...more } };
    }),
  );
  return titles(
    tried,
    tried.map(({ on }) => on),
  );
}

describe('a few answers that say that a service is away', () => {
  const STRAY = [
    ['input.unicode', 7],
    ['lifecycle.update-again', 21],
    ['lifecycle.deleted', 33],
  ] as const;
  const isStray = (rule: string, time: number): boolean => STRAY.some(([of, at]) => of === rule && at === time);

  it.each([502, 503, 504])('for unrelated requests are one cause: %d', (status) => {
    expect(told(40, isStray, status)).toEqual([
      `Is unavailable now and then: answers ${status} to 3 of 200 requests, on orders/create, orders/delete and orders/update: Try later.`,
    ]);
  });

  it('are another matter where they are many', () => {
    expect(told(8, (_rule, time) => time === 3)[0]).not.toMatch(/now and then/);
  });

  it('are another matter where they say what is wrong within', () => {
    expect(told(40, isStray, 500)[0]).not.toMatch(/now and then/);
  });

  it('are another matter where all of a kind are answered so', () => {
    const isOfKind = (rule: string, time: number): boolean => rule === 'input.unicode' && time < 4;
    expect(told(40, isOfKind)[0]).not.toMatch(/now and then/);
  });
});
