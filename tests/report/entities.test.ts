/** Texts in which characters are written as entities of HTML: one cause, whatever looks at them. */
import { describe, expect, it } from 'vitest';
import { said } from './exchanges.ts';
import { otherValue } from './found.ts';
import { titles, type Failing } from './titles.ts';

const NAME = "O'Brien & Sons";

function read(
  shown: string,
  sent = NAME,
): { readonly failing: Failing; readonly all: readonly ReturnType<typeof said>[] } {
  const made = said('POST /orders', 201, { case: 'one', step: 'create', sent: { name: sent } });
  const on = said('GET /orders/1', 200, { case: 'one', step: 'after', shown: { name: shown } });
  return {
    failing: { rule: 'lifecycle.read-back', on, found: otherValue('body#/name', NAME, shown) },
    all: [made, on],
  };
}

describe('entities of HTML in texts', () => {
  it('are told with what they stand for', () => {
    const { failing, all } = read('O&#x27;Brien &amp; Sons');
    expect(titles([failing], all)).toEqual([
      `Writes characters as entities of HTML in the texts of its answers on orders/read: "&#x27;" for "'" and "&amp;" for "&"`,
    ]);
  });

  it('are one cause with those in errors', () => {
    const { failing, all } = read('O&#39;Brien');
    const on = said('POST /orders', 400, { shown: { detail: '&quot;name&quot; is wrong' } });
    const other: Failing = {
      rule: 'http.error-shape',
      on,
      found: { where: 'body#/detail', expected: 'a text', actual: 'another', kind: 'schema', keyword: 'pattern' },
    };
    expect(titles([failing, other], [...all, on])).toHaveLength(1);
  });

  it.each([
    ['that were sent so', 'O&#x27;Brien', 'O&#x27;Brien'],
    ['that are none', 'O&Brien; Sons', NAME],
  ])('are not those %s', (_what, shown, sent) => {
    const { failing, all } = read(shown, sent);
    expect(titles([failing], all)[0]).not.toMatch(/entities/);
  });

  it('are not those of others in a list, which were sent elsewhere', () => {
    const made = said('POST /orders', 400, { case: 'one', step: 'create', sent: { name: 'plain' } });
    const on = said('GET /orders', 200, {
      case: 'one',
      step: 'list',
      shown: { orders: [{ name: 'Ben &amp; Co' }, { name: 'plain' }] },
    });
    const failing: Failing = {
      rule: 'store.no-trace',
      on,
      found: otherValue('body#/orders', 'no record with "plain"', '{"name":"plain"}'),
    };
    expect(titles([failing], [made, on])[0]).not.toMatch(/entities/);
  });
});
