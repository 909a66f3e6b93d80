/** What is said of errors that are refused rightly and told wrongly, from all that was exchanged with a shop. */
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import type { Json } from '../../src/record/json.ts';
import { said } from './exchanges.ts';
import { titles } from './titles.ts';

describe('pointers in errors', () => {
  const refused = (pointer: string, sent: Json): Exchange =>
    said('POST /orders', 400, { sent, shown: { errors: [{ detail: 'Missing.', source: { pointer } }] } });
  const unnamed = (on: Exchange, member: string): readonly string[] =>
    titles(
      [
        {
          rule: 'outcome.form',
          on,
          found: { where: 'body#/errors', expected: 'one that names it', actual: 'none', kind: 'unnamed', member },
        },
      ],
      [on],
    );
  const odd = (on: Exchange): readonly string[] =>
    titles(
      [
        {
          rule: 'http.error-shape',
          on,
          found: {
            where: 'body#/errors/0/source/pointer',
            expected: 'a pointer',
            actual: 'another',
            kind: 'schema',
            keyword: 'pattern',
          },
        },
      ],
      [on],
    );
  const title = (text: string, meant: string): string =>
    `Writes pointers in its errors with a sign too many on orders/create: "${text}" instead of "${meant}"`;

  it.each([
    ['/price/', 'price', '/price'],
    ['/lines/0/price/', '/lines/0/price', '/lines/0/price'],
    ['//lines//0/price/', 'price', '/lines/0/price'],
  ])('that have a sign too many are told so: %s', (text, member, meant) => {
    expect(unnamed(refused(text, { lines: [{}] }), member)).toEqual([title(text, meant)]);
  });

  it.each([
    ['#/price', '/price'],
    ['#/lines/0/amount', '/lines/0/amount'],
  ])('that are of another form are told so where they lead to what was sent: %s', (text, meant) => {
    expect(odd(refused(text, { price: 1, lines: [{}] }))).toEqual([title(text, meant)]);
  });

  it.each(['/elsewhere', '/elsewhere/', 'lines[0].price'])('that name something else are not: %s', (text) => {
    expect(unnamed(refused(text, { lines: [{}] }), 'price')[0]).not.toMatch(/sign too many/);
  });

  it.each(['lines[0].price', '#price', '#/elsewhere/price'])('that lead nowhere are not: %s', (text) => {
    expect(odd(refused(text, { lines: [] }))[0]).not.toMatch(/sign too many/);
  });
});
