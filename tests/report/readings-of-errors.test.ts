/** What is said of errors that are refused rightly and told wrongly, from all that was exchanged with a shop. */
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import type { Json } from '../../src/record/json.ts';
import type { Report } from '../../src/report/model.ts';
import { said } from './exchanges.ts';
import { titles, type Failing } from './titles.ts';

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

  it.each([
    ['/lines/1/price', ', as it counts entries from one'],
    ['/price', ''],
    ['/body/lines/0/price', ''],
  ])('that lead to another place of what is wrong are told so: %s', (text, why) => {
    expect(unnamed(refused(text, { lines: [{ price: '?' }] }), '/lines/0/price')).toEqual([
      `Points elsewhere than to what is wrong in its errors on orders/create${why}: "${text}" for "/lines/0/price"`,
    ]);
  });

  it('that lead to another member that was sent name it, and the one that is wrong', () => {
    expect(unnamed(refused('/lines/0/name', { price: '?', lines: [{ name: 'Sphere' }] }), 'price')).toEqual([
      'Names another member in its errors than the one that is wrong on orders/create: name for price',
    ]);
    expect(unnamed(refused('/elsewhere', { price: '?' }), 'price')[0]).not.toMatch(/another member/);
  });

  it.each(['/elsewhere', '/elsewhere/', 'lines[0].price'])('that name something else are not: %s', (text) => {
    expect(unnamed(refused(text, { lines: [{}] }), 'price')[0]).not.toMatch(/sign too many/);
  });

  it.each(['lines[0].price', '#price', '#/elsewhere/price'])('that lead nowhere are not: %s', (text) => {
    expect(odd(refused(text, { lines: [] }))[0]).not.toMatch(/sign too many/);
  });
});

describe('errors that are another way for one kind of request', () => {
  const RULES: Report['rules'] = {
    'input.missing': {
      title: '',
      explain: '',
      fails: '{accepts} a request without {field}: {status}',
      awaits: 'refusal',
    },
    'input.pattern': { title: '', explain: '', fails: '{accepts} another form: {status}', awaits: 'refusal' },
    'page.refused': { title: '', explain: '', fails: '{accepts} a page that is none: {status}', awaits: 'refusal' },
    'path.encoded': { title: '', explain: '', fails: '{accepts} an encoded path: {status}', awaits: 'refusal' },
    'lifecycle.unknown': { title: '', explain: '', fails: '{accepts} an unknown id: {status}', awaits: 'refusal' },
  };
  const FINE = { errors: [{ code: 'x' }] };
  type Try = readonly [rule: string, answered: Json | undefined, sent?: Json];
  /** Each was tried, and those that depart from what is fine are found by a rule on all errors. */
  const told = (tries: readonly Try[]): string | undefined => {
    const all = tries.map(([rule, shown, sent]) => ({
      rule,
      isFine: shown === FINE,
      on: said('POST /orders', 400, {
        ...(shown === undefined ? {} : { shown }),
        ...(sent === undefined ? {} : { sent }),
      }),
    }));
    const failing = all.flatMap(({ rule, isFine, on }): readonly Failing[] => {
      const found: Failing['found'] =
        on.response?.bytes === 0
          ? { where: 'body', expected: 'an error', actual: 'none', kind: 'no-content' }
          : { where: 'body#', expected: 'errors', actual: '{}', kind: 'absent', member: 'errors' };
      const tried: Failing = { rule, on, found: { where: 'nowhere', expected: '', actual: '' } };
      return isFine ? [tried] : [tried, { rule: 'http.error-shape', on, found }];
    });
    return titles(
      failing,
      all.map(({ on }) => on),
      RULES,
    ).find((title) => title.startsWith('Answers'));
  };
  const fine = (...rules: readonly string[]): readonly Try[] => rules.map((rule): Try => [rule, FINE]);
  const empty = (...rules: readonly string[]): readonly Try[] => rules.map((rule): Try => [rule, undefined]);

  const bare = (rule: string, times: number): readonly Try[] =>
    Array.from({ length: times }, (_none, index): Try => [rule, undefined, { index }]);

  it.each<[string, readonly Try[]]>([
    ['values that are not valid', [...empty('input.missing', 'input.pattern'), ...fine('page.refused')]],
    ['a request without a member', [...empty('input.missing'), ...fine('input.pattern', 'page.refused')]],
    [
      'values that are not valid and an encoded path',
      [...empty('path.encoded', 'input.missing', 'input.pattern'), ...fine('lifecycle.unknown', 'page.refused')],
    ],
    ['a body', [...bare('outcome.refused', 3), ...fine('outcome.refused')]],
  ])('are told by the kind: %s', (what, tries) => {
    expect(told(tries)).toBe(`Answers some errors with 400 without a body, for ${what}`);
  });

  it('are told as they were found where it is how a value is written', () => {
    const on = said('POST /orders', 400, { sent: {}, shown: { errors: [{ pointer: 'price' }] } });
    const found = { where: 'body#/errors/0/pointer', expected: '/price', actual: '"price"', kind: 'schema' as const };
    const all = [on, ...[1, 2, 3].map(() => said('POST /orders', 400, { shown: FINE }))];
    expect(titles([{ rule: 'http.error-shape', on, found: { ...found, keyword: 'pattern' } }], all)).toEqual([
      'Does otherwise: /errors/0/pointer is "price"',
    ]);
  });

  it('are told without it where no kind is so by itself', () => {
    expect(told([...empty('input.missing', 'page.refused'), ...fine('input.missing', 'page.refused')])).toBe(
      'Answers some errors with 400 without a body',
    );
  });

  it('are told likewise where they have another shape', () => {
    const other = { error: 'x' };
    expect(told([['page.refused', other], ['page.refused', other], ...fine('input.missing', 'input.pattern')])).toBe(
      'Answers some errors with 400 in another shape than declared, for parameters that are not valid: for example the body is {} (errors)',
    );
  });
});
