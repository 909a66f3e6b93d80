import { describe, expect, it, test } from 'vitest';
import { type buildReport, plannedChecks } from '../../src/report/build.ts';
import type { Basis, Level, Report, VersionResult, Verdict } from '../../src/report/model.ts';
import { versionResult, summarise } from '../../src/report/tally.ts';
import type { CheckResult } from '../../src/verdict/model.ts';
import { tinyCheck, type TinyCheck, tinyReport, tinyResult, tinyWaiver } from './tiny.ts';

describe('the result of a service and version', () => {
  const row = (
    verdict: Verdict,
    level: Level = 'MUST',
    basis: Basis = 'documented',
    excused = false,
  ): Parameters<typeof versionResult>[0][number] => ({
    verdict,
    level,
    basis,
    disposition:
      verdict === 'fail'
        ? excused
          ? 'expected-failure'
          : 'nonconforming'
        : verdict === 'pass' || verdict === 'inapplicable'
          ? 'conforming'
          : 'undetermined',
  });
  test.each<[string, Parameters<typeof versionResult>[0], VersionResult]>([
    ['an empty plan', [], 'incomplete'],
    ['passes', [row('pass'), row('inapplicable')], 'conformant'],
    ['a binding failure', [row('pass'), row('fail')], 'nonconformant'],
    ['a failure of a standard', [row('pass'), row('fail', 'MUST', 'standard')], 'nonconformant'],
    ['a confirmed failure', [row('pass'), row('fail', 'MUST', 'confirmed')], 'nonconformant'],
    ['an assumed failure', [row('pass'), row('fail', 'MUST', 'assumed')], 'undecided'],
    ['a failure of good practice', [row('pass'), row('fail', 'MUST', 'practice')], 'conformant'],
    ['a SHOULD that fails', [row('pass'), row('fail', 'SHOULD')], 'conformant'],
    ['a waived failure', [row('pass'), row('fail', 'MUST', 'documented', true)], 'nonconformant'],
    ['a waived SHOULD', [row('pass'), row('fail', 'SHOULD', 'documented', true)], 'conformant'],
    ['an inconclusive MUST', [row('pass'), row('inconclusive')], 'incomplete'],
    ['an untested MUST', [row('pass'), row('untested')], 'incomplete'],
    ['an inconclusive MAY', [row('pass'), row('inconclusive', 'MAY')], 'conformant'],
    ['a failure beside a hole', [row('fail'), row('untested')], 'nonconformant'],
    ['nothing that binds', [row('pass', 'MUST', 'assumed')], 'undecided'],
  ])('%s', (_, checks, result) => {
    expect(versionResult(checks)).toBe(result);
  });
});

describe('planned equals accounted for', () => {
  it('calls a planned check without a result untested, and says why', () => {
    expect(tinyReport({ checks: [{ verdict: 'pass' }, {}] }).checks[1]).toMatchObject({
      verdict: 'untested',
      disposition: 'undetermined',
      evidence: [],
      cause: 'A test group of this check returned no result.',
    });
  });

  it('joins what several groups say of one check', () => {
    const given: TinyCheck = { id: 'student-reporting/students/create/http.date-present' };
    const check = tinyCheck(given);
    const said = (verdict: Verdict): CheckResult => tinyResult(check, { ...given, verdict }) ?? expect.unreachable();
    const verdict = (results: readonly CheckResult[]): Verdict | undefined =>
      tinyReport({ checks: [], versions: [check], more: { checks: [check, check, check], results } }).checks[0]
        ?.verdict;
    expect(verdict([said('pass'), said('inapplicable'), said('pass')])).toBe('pass');
    expect(verdict([said('pass'), said('fail'), said('pass')])).toBe('fail');
    // Two of three groups are not what was planned.
    expect(verdict([said('pass'), said('pass')])).toBe('untested');
    expect(verdict([said('fail')])).toBe('fail');
  });

  it('is a defect where a result has no plan', () => {
    const check = tinyCheck({});
    const stray = tinyResult(tinyCheck({ id: 'x/y/z/r' }), { verdict: 'pass' });
    expect(() =>
      tinyReport({
        checks: [],
        versions: [check],
        more: { checks: [check], results: stray === undefined ? [] : [stray] },
      }),
    ).toThrow('x/y/z/r@4.0.1, which is not planned');
    expect(() => tinyReport({ checks: [], versions: [], more: { checks: [check] } })).toThrow(
      'which the report does not cover',
    );
  });

  it('counts what another group saw beside what was to be seen, and never in its place', () => {
    const check = tinyCheck({});
    const own = tinyResult(check, { verdict: 'pass' }) as CheckResult;
    const aside: CheckResult = { ...own, verdict: 'fail', aside: true };
    const stranger: CheckResult = { ...aside, check: 'x/y/z/r' };
    const verdictOf = (...results: readonly CheckResult[]): Verdict | undefined =>
      tinyReport({ checks: [], versions: [check], more: { checks: [check], results } }).checks[0]?.verdict;
    expect(verdictOf(own, stranger)).toBe('pass');
    expect(verdictOf(own, aside)).toBe('fail');
    expect(verdictOf({ ...aside, verdict: 'pass' })).toBe('untested');
  });

  it('takes every check of a plan, once for each group', () => {
    const check = tinyCheck({});
    const group = {
      id: 'g',
      service: check.service,
      spec: check.spec,
      endpoint: 'e',
      operation: 'o',
      aspect: 'a',
      setup: [],
      at: check.at,
    };
    const plan = {
      groups: [{ ...group, cases: [{ id: 'c', title: 't', steps: [], checks: [check] }], passive: [check] }],
      operations: {},
      hash: '',
    };
    expect(plannedChecks(plan)).toEqual([check, check]);
  });
});

describe('the rest of the report', () => {
  const report = (): Report => {
    const checks = [
      { verdict: 'pass' as const, operation: 'read' },
      { verdict: 'inconclusive' as const, cause: 'c' },
      { verdict: 'fail' as const, spec: '3.0.8', rule: 'unknown.rule' },
    ];
    const versions = [
      { service: 'student-reporting', spec: '3.0.8' },
      { service: 'student-reporting', spec: '4.0.1' },
    ];
    const requirement = {
      id: 'http.date-present',
      service: 'student-reporting',
      text: 't',
      level: 'MUST',
      basis: 'standard',
      section: 's',
      openPoints: ['p'],
    } as const;
    return tinyReport({
      checks,
      versions,
      more: {
        requirements: [
          { ...requirement, spec: '3.0.8' },
          { ...requirement, spec: '4.0.1' },
          { ...requirement, id: 'r.unproven', spec: '4.0.1', openPoints: [] },
          {
            ...requirement,
            id: 'r.excluded',
            spec: '4.0.1',
            openPoints: [],
            excluded: 'no request can show it',
            change: 'new',
          },
        ],
        openPoints: [
          { id: 'p', service: 'student-reporting', question: 'q', default: 1, reason: 'r', section: 's' },
          { id: 'p', service: 'partner-onboarding', question: 'q', default: 1, reason: 'r', section: 's', answer: 2 },
        ],
      },
    });
  };

  it('orders checks by version as given, then by endpoint, operation, aspect and id', () => {
    expect(report().checks.map(({ spec, operation }) => `${spec} ${operation}`)).toEqual([
      '3.0.8 create',
      '4.0.1 create',
      '4.0.1 read',
    ]);
  });

  it('rolls requirements up', () => {
    expect(report().requirements.map(({ id, spec, verdict, checks }) => [id, spec, verdict, checks])).toEqual([
      ['http.date-present', '3.0.8', 'fail', 1],
      ['http.date-present', '4.0.1', 'inconclusive', 2],
      ['r.unproven', '4.0.1', 'untested', 0],
      ['r.excluded', '4.0.1', undefined, 0],
    ]);
  });

  it('counts what rests on an open point, service by service', () => {
    expect(report().openPoints.map(({ service, checks }) => [service, checks])).toEqual([
      ['student-reporting', 3],
      ['partner-onboarding', 0],
    ]);
  });

  it('counts verdicts, dispositions and failures', () => {
    const [first, second] = report().summaries;
    expect(first).toMatchObject({
      spec: '3.0.8',
      result: 'nonconformant',
      failing: { MUST: { documented: 1 } },
      counts: { checks: 1, verdicts: { fail: 1 }, dispositions: { nonconforming: 1 } },
    });
    expect(second).toMatchObject({
      spec: '4.0.1',
      result: 'incomplete',
      failing: {},
      counts: { checks: 2, verdicts: { pass: 1, inconclusive: 1 } },
    });
  });

  it('leaves waived failures out of what fails', () => {
    const waived = tinyReport({
      checks: [{ verdict: 'fail' }, { verdict: 'pass' }],
      waivers: [tinyWaiver({ checks: '**/0' })],
    });
    expect(waived.summaries[0]).toMatchObject({
      result: 'nonconformant',
      excused: { count: 1, earliest: '2026-12-31' },
      failing: {},
      counts: { verdicts: { fail: 1 }, dispositions: { 'expected-failure': 1 } },
    });
    expect(waived.waivers[0]).toMatchObject({
      state: 'used',
      daysLeft: 41,
      excuses: ['student-reporting/students/create/http.date-present/0@4.0.1'],
    });
  });

  it('explains only the rules that occur, and names the line of the contract', () => {
    expect(Object.keys(report().rules)).toEqual(['http.date-present']);
    expect(report().checks[0]?.contract).toBe('contracts/student-reporting/students.yaml:12');
  });

  it('is the same whatever order things come in', () => {
    const checks = Array.from({ length: 12 }, (_, index) =>
      tinyCheck({ operation: index % 2 === 0 ? 'read' : 'create' }, index),
    );
    const results = checks.flatMap(
      (check, index) => tinyResult(check, { verdict: index % 3 === 0 ? 'fail' : 'pass' }) ?? [],
    );
    const build = (more: Partial<Parameters<typeof buildReport>[0]>): Report =>
      tinyReport({ checks: [], versions: [{ service: 'student-reporting', spec: '4.0.1' }], more });
    expect(build({ checks: checks.toReversed(), results: results.toReversed() })).toEqual(build({ checks, results }));
  });
});

test('a service that does not respond at the end of a run is not conformant, whatever passed before', () => {
  const check = {
    id: 'a',
    spec: '1.0',
    level: 'MUST',
    basis: 'documented',
    verdict: 'pass',
    disposition: 'conforming',
  } as const;
  expect(summarise('notes', '1.0', [check]).result).toBe('conformant');
  const stopped = ['notes 1.0 stopped responding after POST /notes'];
  expect(summarise('notes', '1.0', [check], { stopped }).result).toBe('incomplete');
  expect(summarise('notes', '1.1', [check], { stopped }).result).toBe('conformant');
});
