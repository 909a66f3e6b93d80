/** What is said of values that come back as nobody sent them, on a shop that no contract of ours knows. */
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import type { Json } from '../../src/record/json.ts';
import { said } from './exchanges.ts';
import { otherValue, wrongStatus } from './found.ts';
import { titles, type Failing } from './titles.ts';

describe('letters that come back as in another charset', () => {
  const stored = (wanted: string, shown: string): Failing => ({
    rule: 'input.signs-stored',
    on: said('GET /orders/1', 200, { shown: { customer: shown } }),
    found: otherValue('body#/customer', wanted, shown),
  });
  const long = said('POST /orders', 422, { sent: { customer: '𝒜'.repeat(9) }, shown: {} });
  const refused: Failing = { rule: 'input.longest-astral', on: long, found: wrongStatus(422, [201]) };
  const rules = {
    'input.longest-astral': { title: '', explain: '', fails: '{refuses} it', awaits: 'acceptance' },
  } as const;
  const told = (...failing: readonly Failing[]): readonly string[] =>
    titles(
      failing,
      failing.map(({ on }) => on),
      rules,
    );
  const read = (text: string, charset: string): string =>
    new TextDecoder(charset).decode(new TextEncoder().encode(text));
  const latin = (text: string): string => Buffer.from(text).toString('latin1');

  const windows = (text: string): string =>
    latin(text).replace(/[\u0080\u0082]/g, (one) => (one === '\u0080' ? '€' : '‚'));

  it.each<readonly [string, (text: string) => string]>([
    ['ISO 8859-1 instead of UTF-8', latin],
    ['Windows-1252 instead of UTF-8', windows],
    ['Mac OS Roman instead of UTF-8', (text) => read(text, 'macintosh')],
    ['ISO 8859-1 instead of UTF-8, twice', (text) => latin(latin(text))],
  ])('are one cause, with what is refused for its length: %s', (name, become) => {
    const all = ['Zoë €', '名', 'a\u0301'].map((text) => stored(text, become(text)));
    expect(told(refused, ...all)).toEqual([
      expect.stringContaining(
        `Reads what is sent as ${name}, so that letters beyond ASCII come back garbled: "ë" as "`,
      ),
    ]);
  });

  it('are told with the member, where others keep such letters', () => {
    const failing = ['Zoë €', 'Anaïs €'].map((text) => stored(text, latin(text)));
    const city = { city: 'Zürich' };
    const all = [...failing.map(({ on }) => on), said('PATCH /orders/1', 200, { sent: city, shown: city })];
    expect(titles(failing, all, rules)[0]).toMatch(/come back garbled, in customer: /);
  });

  it.each([
    ['ASCII', '?', 'Zo? ?', '?'],
    ['ISO 8859-1', '�', 'Zoë �', '�'],
  ])('are lost where the charset has none: %s', (name, mark, first, second) => {
    expect(told(stored('Zoë €', first), stored('名', second))).toEqual([
      `Keeps no letter beyond ${name}, and shows "${mark}" in place of each`,
    ]);
  });

  it.each(['?', '????'])('are lost where a set has three bytes for each: %s', (mark) => {
    expect(told(stored('名 𝒜', `名 ${mark}`), stored('👩', mark))).toEqual([
      `Keeps no character of four bytes, such as an emoji, and shows "${mark}" in place of each`,
    ]);
  });

  it('are another matter where rare ones alone are changed, or to something else', () => {
    for (const failing of [
      [stored('a 𝒜', 'a ?'), stored('👩', '?')],
      [stored('Zoë', 'Zoe'), stored('名', '')],
      [stored('Zoë', latin('Zoë'))],
    ])
      expect(told(refused, ...failing).join(' ')).not.toMatch(/instead of UTF-8|Keeps no letter/);
  });

  it('are one cause of what writes its answers so, which no letter survives', () => {
    const written = (text: string): string => new TextDecoder().decode(Buffer.from(text, 'latin1'));
    const all = ['Zoë', 'a\u202eb', '𝒜'].map((text) => stored(text, written(text)));
    expect(told(...all)).toEqual([
      'Writes its answers in ISO 8859-1 instead of UTF-8, so that letters beyond ASCII come back broken, on orders/read',
    ]);
  });
});

describe('members that a record does not have', () => {
  const make = (sent: Json): Exchange => said('POST /orders', 201, { sent });
  const read = (note: Json): Exchange => said('GET /orders/1', 200, { shown: { number: 1, note } });
  const shape = (on: Exchange, actual: string): Failing => ({
    rule: 'http.body-schema',
    on,
    found: { where: 'body#/note', expected: 'must be string', actual, kind: 'schema', keyword: 'type' },
  });
  const added = (on: Exchange, actual: string): Failing => ({
    rule: 'lifecycle.update-clear',
    on,
    found: { where: 'body#/note', expected: 'absent', actual, kind: 'added' },
  });
  const makings = [make({ number: 1 }), make({ number: 1, note: 'soon' })];

  it.each([
    [null, 'null'],
    ['', 'an empty text'],
    [0, '0'],
    [[], 'an empty list'],
  ])('and that are shown all the same are one cause: %j', (blank, words) => {
    const [first, second] = [read(blank), read(blank)];
    const failing = [shape(first, JSON.stringify(blank)), added(second, JSON.stringify(blank))];
    expect(titles(failing, [...makings, first, second])).toEqual([
      `Shows note as ${words} where a record does not have it, instead of leaving it out, on orders/read`,
    ]);
  });

  it('are told by what should stand there where a list is asked for', () => {
    const [first, second] = [read(null), read(null)];
    const asked: Failing = { ...shape(first, 'null'), found: { ...shape(first, 'null').found, asked: 'array' } };
    expect(titles([asked, added(second, 'null')], [...makings, first, second])).toEqual([
      'Shows note as null where there are none, instead of an empty list, on orders/read',
    ]);
  });

  it('are told with any other value that nobody gave, where it is of one member', () => {
    const [first, second] = [read('none'), read('none')];
    const found = [added(first, '"none"'), added(second, '"none"')];
    expect(titles(found, [...makings, first, second])).toEqual([
      'Shows note as "none" where a record does not have it, instead of leaving it out, on orders/read',
    ]);
  });

  it('are no values that nobody gave where they were sent', () => {
    const seen = said('GET /orders/1', 200, { case: 'sent', shown: { number: 1, note: 'none' } });
    const sent = said('POST /orders', 201, { case: 'sent', sent: { number: 1, note: 'soon' }, shown: { id: 1 } });
    expect(titles([added(seen, '"none"')], [...makings, sent, seen]).join()).not.toMatch(/does not have/);
  });

  it('are another matter where all records are made with it, or what was sent is lost, or where it was cleared', () => {
    const on = read(null);
    const always = makings.slice(1);
    expect(titles([shape(on, 'null')], [...always, on])[0]).not.toMatch(/does not have/);
    const lost: Failing = { rule: 'lifecycle.read-back', on, found: otherValue('body#/note', 'soon', null) };
    expect(titles([shape(on, 'null'), lost], [...makings, on]).join(' ')).not.toMatch(/does not have/);
    const told = { case: 'clear' };
    const clear = said('PATCH /orders/1', 200, { ...told, sent: { note: null } });
    const after = said('GET /orders/1', 200, { ...told, step: 'after', shown: { note: null } });
    expect(titles([shape(after, 'null'), added(after, 'null')], [...makings, clear, after]).join(' ')).not.toMatch(
      /does not have/,
    );
  });
});

describe('a sum that is wrong once a part of it is gone', () => {
  const read = (step: string, total: number): Exchange =>
    said('GET /customers/7/total', 200, { operation: 'totals/read', case: 'sum', step, shown: { total } });
  const told = (early: number, late: number): string | undefined => {
    const on = read('probe', late);
    const failing = { rule: 'lifecycle.sum-left', on, found: otherValue('body#/total', 800.2, late) };
    return titles([failing], [read('early', early), on])[0];
  };

  it('is kept where it is what it was at first', () => {
    expect(told(100.1, 100.1)).toBe(
      'Answers total on totals/read as it was when it was read first, whatever is made or deleted afterwards: 100.1 instead of 800.2',
    );
    expect(told(100.1, 900.3)).not.toMatch(/read first/);
  });
});

describe('numbers that come back with fewer digits', () => {
  const on = said('GET /orders/1', 200, { operation: 'orders/read', shown: {} });
  const failing = (rule: string, member: string, wanted: number, shown: number): Failing => ({
    rule,
    on,
    found: otherValue(`body#/${member}`, wanted, shown),
  });
  const digits = failing('input.digits-stored', 'price', 12345.67, 12345.7);

  it.each([
    [0.13, 0.1],
    [750.25, 750.3],
    [1250, 1300],
    [0.13, Math.fround(0.13)],
  ])('are one cause, whatever showed them: %f as %f', (wanted, shown) => {
    expect(titles([digits, failing('lifecycle.update-only-named', 'weight', wanted, shown)], [on])).toHaveLength(1);
  });

  it.each([
    [12.5, 0],
    [12.5, 13.7],
    [12.5, 12.53],
  ])('are another matter where they are other numbers: %f as %f', (wanted, shown) => {
    expect(titles([digits, failing('lifecycle.update-only-named', 'weight', wanted, shown)], [on])).toHaveLength(2);
  });
});
