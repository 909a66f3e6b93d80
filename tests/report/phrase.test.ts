import { describe, expect, it, test } from 'vitest';
import type { Finding, ReportCheck } from '../../src/report/model.ts';
import { failureText, splitPhrase, phraseWithoutFindings, requestText } from '../../src/report/phrase.ts';
import { otherValue, wrongStatus } from './found.ts';
import { EVERY_RULE } from '../../src/rules/registry.ts';

type Failing = Pick<ReportCheck, 'member' | 'way' | 'findings'>;

const failing = (member: string, finding: Partial<Finding>, way?: string): Failing => ({
  ...(member === '' ? {} : { member: [member] }),
  ...(way === undefined ? {} : { way }),
  findings: [{ ...wrongStatus(201, [422]), evidence: '', ...finding }],
});
const fails = (id: string): string => EVERY_RULE.find((rule) => rule.id === id)?.fails ?? '';
const said = (rule: string, member: string, finding: Partial<Finding> = {}, way?: string): string =>
  failureText(fails(rule), [failing(member, finding, way)]);

describe('a phrase for a failure', () => {
  it('says what was accepted', () => {
    expect(said('input.missing', 'name')).toBe('accepts a request without name: 201 instead of 422');
  });

  it('says of a member where it is, and in which way it was tried', () => {
    const inner: Failing = { ...failing('', {}), member: ['channels', 'endpoint'] };
    expect(failureText(fails('input.missing'), [inner])).toMatch(/^accepts a request without channels\.endpoint:/);
    expect(said('token.header-wrong', 'kid')).toMatch(/header \(kid\):/);
    expect(said('token.header-wrong', 'kid', {}, 'kid-path')).toMatch(/header \(kid-path\):/);
  });

  it.each([
    [[{ a: 1, b: 'x' }], [{ a: 1 }], '/list/0/b is absent instead of "x"'],
    [[{ a: 1 }, { a: 2 }], [{ a: 1 }, { a: 3 }], '/list/1/a is 3 instead of 2'],
    [[1, 2], [1], '/list is [1] instead of [1,2]'],
  ])('names the different part of %j and %j', (expected, actual, words) => {
    const finding = {
      where: 'body#/list',
      kind: 'value',
      expected: JSON.stringify(expected),
      actual: JSON.stringify(actual),
    } as const;
    expect(failureText('fails: {where} is {actual} instead of {expected}', [failing('', finding)])).toBe(
      `fails: ${words}`,
    );
  });

  it('says what was sent, without what was done with it', () => {
    const broken = failing('name', wrongStatus(500, [422]));
    expect(requestText(fails('input.missing'), [broken])).toBe('a request without name');
    expect(requestText(fails('path.over-long'), [broken])).toBe('an oversized URL');
    expect(requestText(fails('lifecycle.read-back'), [broken])).toBeUndefined();
    expect(phraseWithoutFindings(fails('path.over-long'), [broken])).toBe('fails for an oversized URL');
  });

  it('lists values with their member, where they are of one', () => {
    const listedValue = '{refuses} {key}, of the code list of {field}: {status}';
    const tried = (...of: readonly (readonly [string, string])[]) =>
      of.map(([member, way]) => failing(member, wrongStatus(500, [200]), way));
    expect(requestText(listedValue, tried(['kind', '1'], ['kind', '2']))).toBe('1 and 2, of the code list of kind');
    expect(requestText(listedValue, tried(['kind', '1'], ['period', '1']))).toBe(
      'a value, of the code list of kind and period',
    );
  });

  it('says what was answered instead of a refusal', () => {
    expect(said('input.missing', 'name', wrongStatus(500, [422]))).toBe(
      'returns 500 for a request without name: expected 422',
    );
    expect(said('input.missing', 'name', wrongStatus(404, [400, 422]))).toBe(
      'returns 404 for a request without name: expected 400 or 422',
    );
  });

  it('says what became of the connection', () => {
    const fault = 'a request in two lengths';
    const text = (finding: Partial<Finding>): string =>
      failureText(`{accepts} ${fault}: {status}`, [failing('', { where: 'exchange', ...finding })]);
    expect(text({ kind: 'added' })).toMatch(new RegExp(`^keeps reading the connection after ${fault}`));
    expect(text({ kind: 'absent' })).toMatch(new RegExp(`^closes the connection after ${fault}`));
  });

  it('does not call a refusal for another fault accepted', () => {
    const unnamed = { where: 'body#/errors', kind: 'unnamed' } as const;
    expect(said('input.missing', 'name', unnamed)).toBe('reports the wrong error for a request without name');
    expect(said('input.missing', 'name', { ...unnamed, kind: 'no-entry' })).toBe(
      'reports no error for a request without name',
    );
  });

  it('says what was refused, and why that is wrong', () => {
    expect(said('input.longest', 'name', wrongStatus(400, [201]))).toBe(
      'rejects a value for name of the maximum length: 400 instead of 201',
    );
    expect(said('input.longest', 'name', wrongStatus(503, [201]))).toBe(
      'returns 503 for a value for name of the maximum length: expected 201',
    );
    expect(said('input.longest', 'name', wrongStatus(201, [201]))).toBe(
      'rejects a value for name of the maximum length: 201, but not a success',
    );
    expect(said('input.longest', 'name', wrongStatus(206, [200]))).toBe(
      'returns 206 for a value for name of the maximum length: expected 200',
    );
  });

  it('names the member, and leaves out what differs among the checks', () => {
    const checks = ['a', 'b', 'c', 'd', 'e'].map((member) => failing(member, {}));
    expect(failureText(fails('input.missing'), checks)).toBe(
      'accepts a request without a, b and 3 more: 201 instead of 422',
    );
    expect(failureText(fails('input.missing'), checks.slice(0, 3))).toBe(
      'accepts a request without a, b and c: 201 instead of 422',
    );
    const [first, second] = [
      failing('', { where: 'header www-authenticate', actual: 'absent' }),
      failing('', { where: 'header www-authenticate', actual: '?' }),
    ];
    expect(failureText(fails('http.challenge'), [first])).toBe(
      'returns 401 without a challenge in WWW-Authenticate: absent',
    );
    expect(failureText(fails('http.challenge'), [first, second])).toBe(
      'returns 401 without a challenge in WWW-Authenticate',
    );
  });

  it('keeps of different values what they are and one of them, at the member that most are about', () => {
    const day = (member: string, wanted: string, shown: string): Failing =>
      failing('', otherValue(`body#/result/${member}`, wanted, shown));
    const [from, born, again] = [
      day('from', '2019-01-01', '2018-12-31'),
      day('born', '2001-02-03', '2001-02-02'),
      day('born', '2001-02-04', '2001-02-03'),
    ];
    const phrase = fails('lifecycle.read-back');
    expect(failureText(phrase, [from, born, again])).toBe(
      'returns a created record with changed fields: dates, for example /result/born is "2001-02-02" instead of "2001-02-03"',
    );
    expect(failureText(phrase, [day('name', 'a', 'b'), from])).toBe(
      'returns a created record with changed fields: for example /result/name is "b" instead of "a"',
    );
  });

  it('says which characters became what', () => {
    const text = (way: string, expected: string, actual: string): Failing =>
      failing('name', { where: 'body#/name', kind: 'value', expected, actual }, way);
    const accent = text('combining', '"Ame\\u0301lie"', '"Ame?lie"');
    const space = text('zero-width', '"Ada\\u200bLovelace"', '"AdaLovelace"');
    const phrase = fails('input.text-trap');
    expect(failureText(phrase, [space])).toMatch(/: "\\u200b" is removed$/);
    expect(failureText(phrase, [accent, space])).toMatch(/ in name: for example "\\u0301" became "\?"$/);
  });

  it('says of a list how it was asked for', () => {
    const cut = { kind: 'unlisted', expected: 'all 201 records', actual: 'ends after 100 of 201 records' } as const;
    expect(said('page.walk-complete', '', { ...cut, where: 'list' })).toBe(
      'omits some records in a list without paging: ends after 100 of 201 records',
    );
    expect(said('page.walk-complete', '', { ...cut, where: 'pages' })).toMatch(/^omits some records across all pages/);
    const at = (place: NonNullable<Finding['place']>): Failing => failing('', { ...cut, where: 'pages', place });
    expect(failureText(fails('page.walk-complete'), [at('page-end'), at('all'), at('newest')])).toMatch(
      /^omits the last records of each page and the newest records across all pages/,
    );
    expect(said('page.walk-complete', '', { ...cut, where: 'pages', kind: 'stray' })).toMatch(/^adds some records/);
  });

  it('stays short and on one line whatever a service sends', () => {
    const text = said('body.equals', '', {
      where: 'body#/name',
      actual: `line\n${'x'.repeat(5_000)}\u202e`,
      expected: '"y"',
    });
    expect(text.length).toBeLessThan(200);
    expect(text).not.toMatch(/[\n\u202e]/);
  });
});

test.each(EVERY_RULE.map((rule) => [rule.id, rule.fails] as const))(
  '%s leaves no brace unfilled, whatever was found',
  (_id, phrase) => {
    for (const finding of [
      {},
      wrongStatus(500, [422]),
      { where: 'body#/0/name', expected: 'x', actual: 'y' },
      { where: 'header date', actual: 'absent' },
      { where: 'exchange', actual: 'closed' },
    ]) {
      for (const about of [{}, { member: ['name'] }, { way: 'two-parts' }, { member: ['list', 'name'], way: 'low' }]) {
        const text = failureText(phrase, [{ ...failing('', finding), ...about }]);
        expect(text).not.toMatch(/[{}]|undefined|: $| {2}/);
        expect(text).toMatch(/^\p{Ll}/u);
      }
    }
    expect(failureText(phrase, [{ findings: [] }]).length).toBeGreaterThan(splitPhrase(phrase).main.length / 3);
  },
);
