/** Members that stand in another object than they should, in answers of a shop. */
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import type { Json } from '../../src/record/json.ts';
import { said } from './exchanges.ts';
import { otherValue } from './found.ts';
import { titles, type Failing } from './titles.ts';

const sent = { price: 17.5, customer: { email: 'ann@shop.example' } };
const made = said('POST /orders', 201, { sent });

/** What a read lacks, and what it has that nobody declares. */
function read(shown: Json, lost: readonly (readonly [string, Json])[], odd: readonly Schema[] = []): readonly string[] {
  const on = said('GET /orders/7', 200, { shown });
  const failing = [
    ...lost.map(([pointer, wanted]): Failing => ({
      rule: 'lifecycle.read-back',
      on,
      found: otherValue(`body#${pointer}`, wanted, undefined),
    })),
    ...odd.map(([pointer, member]): Failing => ({
      rule: 'http.body-schema',
      on,
      found: {
        where: `body#${pointer}`,
        expected: 'another',
        actual: 'this',
        ...(member === undefined ? { kind: 'added' } : { kind: 'absent', member }),
      },
    })),
  ];
  return titles(failing, [made, on]);
}

/** Where something is added, or what lacks which member. */
type Schema = readonly [string, string?];

describe('members that stand in another object', () => {
  it.each<[string, Json, string, Json]>([
    ['price within amounts instead of beside it', { amounts: { price: 17.5 } }, '/price', 17.5],
    ['price within amounts instead of beside it', { order: { amounts: { price: 17.5 } } }, '/order/price', 17.5],
    ['price within amounts instead of within order', { order: {}, amounts: { price: 17.5 } }, '/order/price', 17.5],
    [
      'email beside customer instead of within it',
      { email: 'ann@shop.example', customer: {} },
      '/customer/email',
      'ann@shop.example',
    ],
    ['email without customer around it', { email: 'ann@shop.example' }, '/customer/email', 'ann@shop.example'],
    [
      'customer within order instead of beside it',
      { order: { customer: { email: 'b' } } },
      '/customer',
      { email: 'b' },
    ],
  ])('are told so, by their values: %s', (said, shown, pointer, wanted) => {
    expect(read(shown, [[pointer, wanted]])).toEqual([`Shows ${said} on orders/read`]);
  });

  it.each<[string, Json, readonly Schema[]]>([
    [
      'price and tax within amounts instead of beside it',
      { amounts: { price: 1, tax: 2 } },
      [['', 'price'], ['', 'tax'], ['/amounts']],
    ],
    ['price beside order instead of within it', { price: 1, order: {} }, [['/order', 'price'], ['/price']]],
    ['email without customer around it', { email: 'a' }, [['', 'customer'], ['/email']]],
  ])('are told so, by what nobody declares: %s', (said, shown, odd) => {
    expect(read(shown, [], odd)).toEqual([`Shows ${said} on orders/read`]);
  });

  it('are one cause where their object is not there at all, whichever of them an answer shows', () => {
    const whole = said('POST /orders', 201, {
      sent: { customer: { email: 'ann@shop.example', city: 'Perth', age: 1 } },
    });
    const [one, other] = ['a', 'b'].map((name) =>
      said('GET /orders/7', 200, {
        case: name,
        shown: { order: { email: 'ann@shop.example', city: 'Perth', age: 1 } },
      }),
    ) as [Exchange, Exchange];
    const lost = (on: Exchange, name: string, wanted: Json): Failing => ({
      rule: 'lifecycle.read-back',
      on,
      found: otherValue(`body#/order/customer/${name}`, wanted, undefined),
    });
    const added: Failing = {
      rule: 'http.body-schema',
      on: other,
      found: { where: 'body#/order/city', expected: 'no such member', actual: '"Perth"', kind: 'added' },
    };
    expect(titles([lost(one, 'email', 'ann@shop.example'), lost(other, 'age', 1), added], [whole, one, other])).toEqual(
      ['Shows city and email without customer around it on orders/read'],
    );
  });

  it('are one cause with what is missing beside them, and what only their object shows', () => {
    const shown = { amounts: { price: 17.5 } };
    const lost: readonly (readonly [string, Json])[] = [
      ['/price', 17.5],
      ['/currency', 'AUD'],
      ['/amounts', shown.amounts],
    ];
    expect(read(shown, lost, [['/amounts']])).toEqual([
      'Shows price within amounts instead of beside it on orders/read, and leaves out currency',
    ]);
  });

  it.each<[string, Json, string, Json]>([
    ['a value that says little', { amounts: { price: 1 } }, '/price', 1],
    ['another value', { amounts: { price: 18.5 } }, '/price', 17.5],
    ['a place where it rightly stands too', { customer: { email: 'ann@shop.example' } }, '/email', 'ann@shop.example'],
    ['several places', { one: { price: 17.5 }, other: { price: 17.5 } }, '/price', 17.5],
  ])('are not found in %s', (_what, shown, pointer, wanted) => {
    expect(read(shown, [[pointer, wanted]])[0]).not.toMatch(/instead of|around it/);
  });
});
