import { describe, expect, it, test } from 'vitest';
import { globMatcher } from '../../src/model/pattern.ts';
import { BadInput } from '../../src/errors.ts';
import type { Disposition, Verdict, WaiverState } from '../../src/verdict/model.ts';
import { applyWaivers, dispositionOf, type JudgedCheck, type WaiverEntry } from '../../src/verdict/waivers.ts';
import { STARTED_AT, tinyWaiver } from '../report/tiny.ts';

const ID = 'student-reporting/students/create/http.date-present';

function judged(verdict: Verdict, more: Partial<JudgedCheck> = {}): JudgedCheck {
  const findings =
    verdict === 'fail' ? [{ where: 'header date', expected: 'an IMF-fixdate', actual: 'absent', evidence: 'e' }] : [];
  return { id: ID, service: 'student-reporting', spec: '4.0.1', verdict, findings, ...more };
}

function outcome(
  waivers: readonly WaiverEntry[],
  checks: readonly JudgedCheck[],
  narrowed = false,
): { readonly states: readonly WaiverState[]; readonly dispositions: readonly (Disposition | undefined)[] } {
  const { waivers: uses, dispositions } = applyWaivers(waivers, checks, { startedAt: STARTED_AT, narrowed });
  return {
    states: uses.map(({ state }) => state),
    dispositions: checks.map((check) => dispositions.get(`${check.id}@${check.spec}`)),
  };
}

describe('dispositionOf', () => {
  test.each<[Verdict, boolean, boolean, Disposition]>([
    ['fail', false, false, 'nonconforming'],
    ['fail', true, false, 'nonconforming'],
    ['fail', true, true, 'expected-failure'],
    ['pass', false, false, 'conforming'],
    ['pass', true, false, 'unexpected-pass'],
    ['inapplicable', false, false, 'conforming'],
    ['inapplicable', true, false, 'conforming'],
    ['inconclusive', false, false, 'undetermined'],
    ['inconclusive', true, false, 'undetermined'],
    ['untested', false, false, 'undetermined'],
    ['untested', true, false, 'undetermined'],
  ])('%s, waived %s, excused %s: %s', (verdict, waived, excused, disposition) => {
    expect(dispositionOf(verdict, waived, excused)).toBe(disposition);
  });
});

describe('applyWaivers', () => {
  test.each<[string, readonly WaiverEntry[], readonly JudgedCheck[], readonly WaiverState[], readonly Disposition[]]>([
    ['used', [tinyWaiver()], [judged('fail')], ['used'], ['expected-failure']],
    [
      'used with every text of the symptom',
      [tinyWaiver({ symptom: { where: 'date', expected: 'IMF', actual: 'absent' } })],
      [judged('fail')],
      ['used'],
      ['expected-failure'],
    ],
    ['stale', [tinyWaiver()], [judged('pass')], ['stale'], ['unexpected-pass']],
    ['stale where nothing is required any more', [tinyWaiver()], [judged('inapplicable')], ['stale'], ['conforming']],
    ['expired yesterday', [tinyWaiver({ expires: '2026-11-19' })], [judged('fail')], ['expired'], ['nonconforming']],
    ['on its last day', [tinyWaiver({ expires: '2026-11-20' })], [judged('fail')], ['used'], ['expected-failure']],
    ['expired and passing', [tinyWaiver({ expires: '2026-11-01' })], [judged('pass')], ['expired'], ['conforming']],
    [
      'unmatched',
      [tinyWaiver({ checks: 'student-reporting/students/crate/**' })],
      [judged('fail')],
      ['unmatched'],
      ['nonconforming'],
    ],
    [
      'another service',
      [tinyWaiver({ service: 'partner-onboarding' })],
      [judged('fail')],
      ['unmatched'],
      ['nonconforming'],
    ],
    ['another version', [tinyWaiver({ spec: ['3.0.8'] })], [judged('fail')], ['unmatched'], ['nonconforming']],
    [
      'mismatched',
      [tinyWaiver({ symptom: { actual: 'Thursday' } })],
      [judged('fail')],
      ['mismatched'],
      ['nonconforming'],
    ],
    ['a symptom that says nothing', [tinyWaiver({ symptom: {} })], [judged('fail')], ['mismatched'], ['nonconforming']],
    [
      'an empty text as symptom',
      [tinyWaiver({ symptom: { where: '' } })],
      [judged('fail')],
      ['mismatched'],
      ['nonconforming'],
    ],
    ['a fail without findings', [tinyWaiver()], [judged('fail', { findings: [] })], ['mismatched'], ['nonconforming']],
    [
      'overlapping',
      [tinyWaiver(), tinyWaiver({ checks: ID })],
      [judged('fail')],
      ['overlapping', 'overlapping'],
      ['expected-failure'],
    ],
    [
      'not overlapping where one has expired',
      [tinyWaiver(), tinyWaiver({ expires: '2026-01-01' })],
      [judged('fail')],
      ['used', 'expired'],
      ['expected-failure'],
    ],
    ['untried: inconclusive', [tinyWaiver()], [judged('inconclusive')], ['untried'], ['undetermined']],
    ['untried: untested', [tinyWaiver()], [judged('untested')], ['untried'], ['undetermined']],
    [
      'used although one check passes',
      [tinyWaiver()],
      [judged('fail'), judged('pass', { spec: '3.0.8' })],
      ['used'],
      ['expected-failure', 'unexpected-pass'],
    ],
    [
      'mismatched although it excuses another',
      [tinyWaiver()],
      [
        judged('fail'),
        judged('fail', {
          spec: '3.0.8',
          findings: [{ where: 'status', expected: '200', actual: '500', evidence: 'e' }],
        }),
      ],
      ['mismatched'],
      ['expected-failure', 'nonconforming'],
    ],
  ])('%s', (_, waivers, checks, states, dispositions) => {
    expect(outcome(waivers, checks)).toEqual({ states, dispositions });
  });

  it('needs the symptom in every finding', () => {
    const findings = [...judged('fail').findings, { where: 'body', expected: 'a', actual: 'b', evidence: 'e' }];
    expect(outcome([tinyWaiver()], [judged('fail', { findings })])).toEqual({
      states: ['mismatched'],
      dispositions: ['nonconforming'],
    });
  });

  it('does not call a waiver unmatched in a run that was narrowed', () => {
    expect(outcome([tinyWaiver({ checks: 'partner-onboarding/**' })], [judged('pass')], true).states).toEqual([
      'untried',
    ]);
  });

  it('counts whole days from the day of the start', () => {
    const days = (expires: string, startedAt: string): number | undefined =>
      applyWaivers([tinyWaiver({ expires })], [], { startedAt }).waivers[0]?.daysLeft;
    expect(days('2026-11-20', '2026-11-20T23:59:59Z')).toBe(0);
    expect(days('2026-11-21', '2026-11-20T00:00:00Z')).toBe(1);
    expect(days('2026-11-18', '2026-11-20T18:00:00Z')).toBe(-2);
    expect(() => days('2026-02-31', STARTED_AT)).toThrow(BadInput);
  });

  it('names what it excuses with its version', () => {
    expect(applyWaivers([tinyWaiver()], [judged('fail')], { startedAt: STARTED_AT }).waivers[0]?.excuses).toEqual([
      `${ID}@4.0.1`,
    ]);
  });
});

describe('globMatcher', () => {
  test.each<[string, string, boolean]>([
    [ID, ID, true],
    ['student-reporting/*/create/http.*', ID, true],
    ['student-reporting/*', ID, false],
    ['**/http.date-present', ID, true],
    ['student-reporting/{students,campuses}/**', ID, true],
    ['', ID, false],
    ['!partner-onboarding/**', ID, false],
    [
      'student-reporting/students/create/input.type/items[0](x)',
      'student-reporting/students/create/input.type/items[0](x)',
      true,
    ],
    ['student-reporting/students/create/*/.hidden', 'student-reporting/students/create/input.type/.hidden', true],
  ])('%s on %s: %s', (pattern, id, expected) => {
    expect(globMatcher(pattern)(id)).toBe(expected);
  });
});

it('takes a waiver for each of a thousand checks', () => {
  const checks = Array.from({ length: 20_000 }, (_, index) =>
    judged(index < 1000 ? 'fail' : 'pass', { id: `${ID}/${index}` }),
  );
  const waivers = Array.from({ length: 1000 }, (_, index) => tinyWaiver({ checks: `${ID}/${index}` }));
  expect(new Set(outcome(waivers, checks).states)).toEqual(new Set(['used']));
  expect(outcome([tinyWaiver()], checks.slice(0, 1000)).states).toEqual(['used']);
});
