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

describe('a service that breaks down at one in so many calls', () => {
  const NAMES = ['orders', 'notes', 'lines', 'carts', 'goods', 'staff', 'shops', 'bills'];

  /** Each case makes a record in its setup and reads it in two ways; one in 31 of all calls breaks, or those of a kind. */
  function broken(isBad: (count: number, rule: string) => boolean): readonly string[] {
    let count = 0;
    const tried = Array.from({ length: 40 }).flatMap((_none, time) =>
      NAMES.flatMap((name) =>
        (['setup.made', 'lifecycle.read-again', 'store.later', 'query.filter'] as const).map((rule): Failing => {
          const isSetup = rule === 'setup.made';
          const bad = isBad((count += 1), rule);
          const on = said(isSetup ? `POST /${name}` : `GET /${name}/${time}`, bad ? 500 : 200, {
            case: `shop/${name}/${rule}/${time}`,
            operation: `${name}/${isSetup ? 'create' : 'read'}`,
            shown: bad ? { detail: 'Out of threads.' } : { id: time },
            ...(isSetup ? { step: rule, sent: { kind: 'a' } } : {}),
          });
          const more = bad ? {} : ({ verdict: 'pass', disposition: 'conforming', findings: [] } as const);
          return {
            rule: isSetup ? 'outcome.accepted' : rule,
            on,
            found: wrongStatus(500, [200]),
            more: { title: rule, ...more },
          };
        }),
      ),
    );
    return titles(
      tried,
      tried.map(({ on }) => on),
    );
  }

  it('is one cause, whatever is called', () => {
    expect(broken((count) => count % 31 === 0)).toEqual([
      'Answers 500 to one in 31 calls, whatever is called: Out of threads.',
    ]);
  });

  it('is another matter where none of it is what is the same and served at other times', () => {
    expect(broken((count, rule) => rule !== 'setup.made' && count % 31 === 0).join()).not.toMatch(/whatever is called/);
  });
});
