import { describe, expect, it, test } from 'vitest';
import { decide } from '../../src/gate/decide.ts';
import { DEFAULT_POLICY, GATE_RULES, PRESETS, strictPolicy, type Policy } from '../../src/gate/policy.ts';
import type { Basis, Level, Report, RunInfo, Verdict, Finding } from '../../src/report/model.ts';
import type { WaiverEntry } from '../../src/verdict/waivers.ts';
import { tinyReport, tinyWaiver, type TinyCheck } from '../report/tiny.ts';

const GOOD: TinyCheck = { verdict: 'pass' };
const codes = (report: Report): readonly string[] => report.decision.reasons.map(({ code }) => code);

/** What one check beside a good one does to the exit code: every verdict, level and basis. */
describe('from a verdict to the exit code', () => {
  const binding: Readonly<Record<Verdict | 'none', number>> = {
    pass: 0,
    inapplicable: 0,
    fail: 1,
    inconclusive: 3,
    untested: 3,
    none: 3,
  };
  // What does not bind is shown; but a planned check without a verdict is a hole in the run, whatever it weighs.
  const weightless: Readonly<Record<Verdict | 'none', number>> = {
    pass: 0,
    inapplicable: 0,
    fail: 0,
    inconclusive: 0,
    untested: 3,
    none: 3,
  };
  const levels: readonly Level[] = ['MUST', 'SHOULD', 'MAY'];
  const bases: readonly Basis[] = ['documented', 'standard', 'confirmed', 'practice', 'assumed'];
  const rows = levels.flatMap((level) =>
    bases.flatMap((basis) =>
      Object.entries(level === 'MUST' && basis !== 'assumed' && basis !== 'practice' ? binding : weightless).map(
        ([verdict, exitCode]) => ({
          level,
          basis,
          verdict: verdict as Verdict | 'none',
          exitCode,
        }),
      ),
    ),
  );

  test.each(rows)('$verdict, $level $basis: $exitCode', ({ level, basis, verdict, exitCode }) => {
    const { decision } = tinyReport({ checks: [GOOD, { level, basis, ...(verdict === 'none' ? {} : { verdict }) }] });
    expect(decision.exitCode).toBe(exitCode);
    expect(decision.decision).toBe(exitCode === 0 ? 'admit' : 'block');
    expect(decision.reasons.length).toBeGreaterThan(0);
  });
});

/** Waivers beside verdicts: every state of a waiver. */
describe('from a waiver to the exit code', () => {
  const fail: TinyCheck = { verdict: 'fail' };
  const only = (more: Partial<WaiverEntry> = {}): WaiverEntry =>
    tinyWaiver({ checks: 'student-reporting/students/create/http.date-present/1', ...more });
  test.each<[string, TinyCheck, readonly WaiverEntry[], number, readonly string[]]>([
    ['used', fail, [only()], 0, ['admitted', 'waived']],
    ['mismatched', fail, [only({ symptom: { actual: 'x' } })], 1, ['failing', 'mismatched-waiver']],
    ['expired', fail, [only({ expires: '2026-11-19' })], 1, ['failing', 'expired-waiver']],
    ['expired on a check that passes', GOOD, [only({ expires: '2026-11-19' })], 1, ['expired-waiver']],
    ['stale', GOOD, [only()], 1, ['unexpected-pass', 'stale-waiver']],
    ['stale, not applicable', { verdict: 'inapplicable' }, [only()], 1, ['stale-waiver']],
    ['unmatched', GOOD, [only({ checks: 'nothing/**' })], 1, ['unmatched-waiver']],
    ['overlapping', fail, [only(), only()], 1, ['overlapping-waiver', 'overlapping-waiver', 'waived']],
    ['untried', { verdict: 'inconclusive' }, [only()], 3, ['inconclusive']],
    ['untried, untested', {}, [only()], 3, ['untested']],
    [
      'used on what does not bind',
      { verdict: 'fail', basis: 'assumed' },
      [only()],
      0,
      ['admitted', 'assumed', 'waived'],
    ],
    [
      'unexpected pass of one of two',
      GOOD,
      [only({ checks: 'student-reporting/**' })],
      1,
      ['unexpected-pass', 'stale-waiver'],
    ],
  ])('%s', (_, check, waivers, exitCode, reasons) => {
    const report = tinyReport({ checks: [GOOD, check], waivers });
    expect(report.decision.exitCode).toBe(exitCode);
    expect(codes(report)).toEqual(reasons);
  });
});

describe('pessimism', () => {
  const versions = [{ service: 'student-reporting', spec: '4.0.1' }];

  test.each<[string, readonly TinyCheck[], number, string]>([
    ['an empty plan', [], 3, 'empty-plan'],
    ['nothing that binds', [{ verdict: 'pass', basis: 'assumed' }], 3, 'unproven'],
    ['nothing that applies', [{ verdict: 'inapplicable' }], 3, 'unproven'],
  ])('%s is no reason to admit', (_, checks, exitCode, code) => {
    const report = tinyReport({ checks, versions });
    expect(report.decision).toMatchObject({ decision: 'block', exitCode });
    expect(codes(report)).toContain(code);
  });

  it('asks for proof in every service and version', () => {
    const report = tinyReport({
      checks: [GOOD],
      versions: [...versions, { service: 'partner-onboarding', spec: '1.0.0' }],
    });
    expect(report.decision.exitCode).toBe(3);
    expect(report.decision.reasons.map(({ text }) => text)).toEqual([
      'partner-onboarding 1.0.0: no check was planned.',
    ]);
  });

  it('lets something proven wrong outweigh what could not be judged', () => {
    const report = tinyReport({ checks: [{ verdict: 'inconclusive', cause: 'maintenance' }, { verdict: 'fail' }, {}] });
    expect(report.decision.exitCode).toBe(1);
    expect(codes(report)).toEqual(['failing', 'untested', 'inconclusive']);
  });

  it('says once what a thousand checks have in common', () => {
    const down = Array.from({ length: 1000 }, (): TinyCheck => ({
      verdict: 'inconclusive',
      cause: 'The connection was refused.',
    }));
    const report = tinyReport({ checks: [...down, { verdict: 'inconclusive', cause: 'other' }] });
    expect(report.decision.reasons.at(-1)?.text).toBe(
      'student-reporting 4.0.1: 1,001 checks could not be judged; 1,000 of them: The connection was refused.',
    );
    expect(report.decision.reasons.at(-1)?.checks).toHaveLength(1001);
  });

  it('says of how many that could not be judged it speaks', () => {
    const unjudged = (level: 'MUST' | 'SHOULD'): TinyCheck => ({ verdict: 'inconclusive', cause: 'a 503', level });
    const { decision, summaries } = tinyReport({
      checks: [unjudged('MUST'), unjudged('MUST'), unjudged('SHOULD'), { verdict: 'pass' }],
    });
    expect(decision.reasons.at(-1)?.text).toBe(
      'student-reporting 4.0.1: 3 checks could not be judged (2 of them can block the release): a 503.',
    );
    expect(decision.reasons.at(-1)?.checks).toHaveLength(2);
    expect(summaries[0]?.counts.dispositions.undetermined).toBe(3);
  });

  it('says in plain words how many checks of good practice fail for how many causes', () => {
    const report = tinyReport({
      checks: Array.from({ length: 7 }, () => ({
        verdict: 'fail' as const,
        level: 'SHOULD' as const,
        basis: 'practice' as const,
      })),
    });
    expect(report.decision.reasons.at(-1)?.text).toBe(
      'student-reporting 4.0.1: 1 failure does not block: 7 checks (7 SHOULD practice).',
    );
  });
});

describe('a narrowed run', () => {
  const versions = [
    { service: 'partner-onboarding', spec: '1.0.0' },
    { service: 'student-reporting', spec: '4.0.1' },
  ];
  const run = { selection: { only: 'student-reporting/students/**' } };

  it('is not asked for what it was told to leave out', () => {
    const report = tinyReport({ checks: [GOOD], versions, run });
    expect(report.decision.exitCode).toBe(0);
    expect(codes(report)).toEqual(['admitted', 'narrowed']);
  });

  it('is not enough for a release', () => {
    const report = tinyReport({ checks: [GOOD], versions, run, policy: PRESETS.release });
    expect(report.decision.exitCode).toBe(3);
    expect(report.decision.reasons[0]?.text).toContain('--only student-reporting/students/**');
  });

  it('still needs something in it', () => {
    expect(tinyReport({ checks: [], versions, run }).decision.exitCode).toBe(3);
    expect(tinyReport({ checks: [{ verdict: 'pass', level: 'MAY' }], versions, run }).decision.exitCode).toBe(3);
  });
});

describe('the ratchet', () => {
  const two: readonly TinyCheck[] = [GOOD, GOOD];
  const baseline = tinyReport({ checks: two });
  const versions = [{ service: 'student-reporting', spec: '4.0.1' }];

  test.each<[string, readonly TinyCheck[], number, readonly string[]]>([
    ['still there', two, 0, ['admitted']],
    ['a check is gone', [GOOD], 1, ['ratchet']],
    ['a check does not apply any more', [GOOD, { verdict: 'inapplicable' }], 1, ['ratchet']],
    ['a check does not apply at this moment', [GOOD, { verdict: 'inapplicable', unsettled: true }], 0, ['admitted']],
    [
      'a check was not judged',
      [GOOD, { verdict: 'inconclusive', cause: 'x' }],
      3,
      ['inconclusive', 'ratchet-unjudged'],
    ],
    [
      'a check that does not bind was not judged',
      [GOOD, { verdict: 'inconclusive', level: 'SHOULD' }],
      3,
      ['ratchet-unjudged'],
    ],
    ['it fails now: that is no hole', [GOOD, { verdict: 'fail' }], 1, ['failing']],
  ])('%s', (_, checks, exitCode, reasons) => {
    const report = tinyReport({ checks, versions, baseline });
    expect(report.decision.exitCode).toBe(exitCode);
    expect(codes(report)).toEqual(reasons);
  });

  it('minds a whole version that is gone', () => {
    const before = tinyReport({ checks: [GOOD, { ...GOOD, spec: '3.0.8' }] });
    const report = tinyReport({ checks: [GOOD], baseline: before });
    expect(report.decision.reasons[0]?.text).toBe(
      'student-reporting 3.0.8: 1 check judged in the baseline (acme-vendor-test, 2026-11-20) is no longer planned: student-reporting/students/create/http.date-present/1.',
    );
  });

  it('does not mind the loss of what could not make the run red', () => {
    const advice = { ...GOOD, id: 'student-reporting/students/read/http.date-present', level: 'SHOULD' as const };
    const before = tinyReport({ checks: [GOOD, advice] });
    const lost = { ...advice, verdict: 'inapplicable' as const };
    expect(tinyReport({ checks: [GOOD, lost], baseline: before }).decision.exitCode).toBe(0);
    expect(
      tinyReport({ checks: [{ ...GOOD, verdict: 'inapplicable' }, advice], baseline: before }).decision.exitCode,
    ).toBe(1);
  });

  it('takes services that are named for whole, and anything less for a part', () => {
    const release = (selection: NonNullable<RunInfo['selection']>): readonly unknown[] => {
      const { exitCode, reasons } = tinyReport({
        checks: [GOOD],
        policy: PRESETS.release,
        run: { selection },
      }).decision;
      return [exitCode, reasons.find(({ code }) => code === 'narrowed')?.effect];
    };
    expect(release({ service: 'student-reporting' })).toEqual([0, 'show']);
    for (const part of [{ spec: ['4.0.1'] }, { only: 'students' }, { shard: '1/2' }])
      expect(release({ service: 'student-reporting', ...part })).toEqual([3, 'incomplete']);
  });

  it('reports that the baseline itself was not approved', () => {
    const blocked = tinyReport({ checks: [GOOD, { verdict: 'fail' }] });
    const { exitCode, reasons } = tinyReport({ checks: two, baseline: blocked }).decision;
    expect(exitCode).toBe(0);
    expect(reasons.at(-1)?.text).toBe('The policy nightly did not approve the baseline.');
  });

  it('does not mind what a narrowed run leaves out, nor what never ran', () => {
    const narrowed = { checks: [GOOD], baseline, run: { selection: { only: 'x' } } };
    expect(tinyReport(narrowed).decision.exitCode).toBe(0);
    expect(tinyReport(narrowed).decision.reasons.map(({ text }) => text)).toContain(
      'Comparison with the baseline: The later run covers 1 of 2 checks, so 1 was not compared.',
    );
    // Strictly, a part is not enough.
    const decision = tinyReport({ ...narrowed, policy: strictPolicy(DEFAULT_POLICY) }).decision;
    expect(decision).toMatchObject({
      decision: 'block',
      exitCode: 1,
      policy: 'nightly, strict',
      reasons: [{ code: 'ratchet-unasked', effect: 'block' }, { code: 'narrowed' }],
    });
    expect(
      tinyReport({ checks: [GOOD], baseline: tinyReport({ checks: [GOOD, { verdict: 'inconclusive' }] }) }).decision
        .exitCode,
    ).toBe(0);
  });
});

describe('policies', () => {
  const should: TinyCheck = { verdict: 'fail', level: 'SHOULD', basis: 'documented' };

  test.each<[string, Policy['failing'], number]>([
    ['its level and basis', [{ levels: ['SHOULD'], bases: ['documented'] }], 1],
    ['another basis', [{ levels: ['SHOULD'], bases: ['standard'] }], 0],
    ['its version', [{ spec: ['4.0.1'], levels: ['SHOULD'], bases: ['documented'] }], 1],
    ['another version', [{ spec: ['3.0.8'], levels: ['SHOULD'], bases: ['documented'] }], 0],
    ['another service', [{ service: 'partner-onboarding', levels: ['SHOULD'], bases: ['documented'] }], 0],
    ['its checks', [{ checks: '**/http.*/*', levels: ['SHOULD'], bases: ['documented'] }], 1],
    ['other checks', [{ checks: 'campuses/**', levels: ['SHOULD'], bases: ['documented'] }], 0],
  ])('a scope for %s', (_, scopes, exitCode) => {
    const policy: Policy = { ...DEFAULT_POLICY, name: 'own', failing: [...DEFAULT_POLICY.failing, ...scopes] };
    expect(tinyReport({ checks: [GOOD, should], policy }).decision).toMatchObject({ exitCode, policy: 'own' });
  });

  it('a scope for a symptom blocks for that finding alone, and waits for nothing that could not be judged', () => {
    const scope = { levels: ['SHOULD'], bases: ['documented'], symptom: { actual: 'accepted' } } as const;
    const policy: Policy = { ...DEFAULT_POLICY, name: 'own', failing: [...DEFAULT_POLICY.failing, scope] };
    const failing = (actual: string): TinyCheck => ({
      ...should,
      findings: [{ where: 'status', expected: '405', actual, evidence: 'e' }],
    });
    const codeOf = (check: TinyCheck): number => tinyReport({ checks: [GOOD, check], policy }).decision.exitCode;
    expect([
      codeOf(failing('accepted with 200')),
      codeOf(failing('404')),
      codeOf({ ...should, verdict: 'inconclusive' }),
    ]).toEqual([1, 0, 0]);
  });

  it('a release is not made with what a policy names, and says why', () => {
    const { failing } = PRESETS.release;
    expect(failing.map(({ checks = 'all', levels }) => `${levels.join()} ${checks}`)).toEqual([
      'MUST all',
      'SHOULD **/raw.still-responds/*',
      'SHOULD **/method.unsupported/*',
      'SHOULD **/lifecycle.location-leads',
      'SHOULD **/http.no-leak',
      'SHOULD **/input.duplicate-member',
      'SHOULD **/media.unsupported/*',
      'SHOULD **/token.issued-in-future',
    ]);
    for (const { levels, symptom, found, why } of failing) {
      // What no MUST asks blocks for one finding, and for a reason; and no word of ours is read.
      expect([symptom?.actual, symptom?.expected]).toEqual([undefined, undefined]);
      expect([(symptom ?? found) !== undefined, why !== undefined]).toEqual(
        levels.includes('MUST') ? [false, false] : [true, true],
      );
    }
    expect(PRESETS.nightly.failing).toEqual(failing.slice(0, 2));
  });

  const accepted = {
    where: 'status',
    expected: '415',
    actual: 'taken',
    kind: 'status',
    got: 201,
    evidence: 'e',
  } as const;
  const frame = { where: 'answer', expected: 'none', actual: 'at f', kind: 'stack-frame', evidence: 'e' } as const;

  test.each<[string, Finding, Basis]>([
    ['http.no-leak', frame, 'practice'],
    ['method.unsupported/put', accepted, 'standard'],
    ['input.duplicate-member', accepted, 'confirmed'],
    ['media.unsupported/xml', accepted, 'confirmed'],
    ['token.issued-in-future', accepted, 'documented'],
  ])('%s: a nightly run shows it, a release is held up by it', (rule, found, basis) => {
    const check: TinyCheck = {
      id: `student-reporting/students/create/${rule}`,
      verdict: 'fail',
      level: 'SHOULD',
      basis,
      findings: [found],
    };
    const decided = (policy: Policy): Report['decision'] => tinyReport({ checks: [GOOD, check], policy }).decision;
    expect(decided(PRESETS.nightly)).toMatchObject({ exitCode: 0 });
    expect(decided(PRESETS.nightly).reasons.map(({ code }) => code)).toContain('failing-shown');
    expect(decided(PRESETS.release)).toMatchObject({ exitCode: 1 });
    const why = PRESETS.release.failing.find(({ checks = '' }) => checks.includes(rule.split('/')[0] ?? ''))?.why;
    expect(decided(PRESETS.release).reasons[0]?.text).toContain(
      ` blocks: 1 check (1 SHOULD ${basis}). Reason: ${why ?? ''}.`,
    );
    // Another finding of the same check holds nobody up.
    const other: TinyCheck = { ...check, findings: [{ ...found, kind: 'status', got: 500 }] };
    expect(tinyReport({ checks: [GOOD, other], policy: PRESETS.release }).decision.exitCode).toBe(0);
  });

  it('explore shows everything and blocks nothing but an empty plan', () => {
    const checks: readonly TinyCheck[] = [{ verdict: 'fail' }, { verdict: 'inconclusive' }, {}, GOOD];
    const report = tinyReport({ checks, policy: PRESETS.explore, waivers: [tinyWaiver({ checks: 'no/**' })] });
    expect(report.decision.exitCode).toBe(0);
    expect(codes(report)).toEqual(['admitted', 'unmatched-waiver', 'untested', 'failing-shown']);
    expect(
      tinyReport({ checks: [], versions: [{ service: 's', spec: '1' }], policy: PRESETS.explore }).decision.exitCode,
    ).toBe(3);
  });

  it('can let every rule block, or show', () => {
    for (const rule of GATE_RULES) {
      expect(PRESETS.nightly.rules[rule]).toBeDefined();
    }
    const report = tinyReport({ checks: [GOOD, {}] });
    const policy = (effect: 'block' | 'show'): Policy => ({
      ...DEFAULT_POLICY,
      rules: { ...DEFAULT_POLICY.rules, untested: effect },
    });
    expect(decide(report, policy('block')).exitCode).toBe(1);
    expect(decide(report, policy('show')).exitCode).toBe(0);
  });
});

it('lists reasons by what they do and then by weight, and names checks with their versions', () => {
  const checks: readonly TinyCheck[] = [
    { verdict: 'fail', basis: 'assumed', rule: 'http.charset' },
    { verdict: 'inconclusive' },
    { verdict: 'fail', spec: '3.0.8' },
    {},
    { verdict: 'fail' },
  ];
  const { reasons } = tinyReport({ checks, waivers: [tinyWaiver({ checks: 'no/**' })] }).decision;
  expect(reasons.map(({ code, effect }) => `${effect} ${code}`)).toEqual([
    'block failing',
    'block failing',
    'block unmatched-waiver',
    'incomplete untested',
    'incomplete inconclusive',
    'show assumed',
    'show failing-shown',
  ]);
  expect(reasons[0]?.checks).toEqual(['student-reporting/students/create/http.date-present/4@4.0.1']);
});
