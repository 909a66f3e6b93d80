import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { BadInput } from '../../src/errors.ts';
import { decide } from '../../src/gate/decide.ts';
import { DEFAULT_POLICY } from '../../src/gate/policy.ts';
import type { Check } from '../../src/plan/model.ts';
import type { UndecidedReport } from '../../src/report/build.ts';
import { mergeShards, runOverview, separateShards, type ReportFile } from '../../src/report/merge.ts';
import type { Decision, Report, RunInfo } from '../../src/report/model.ts';
import { serializeReport } from '../../src/report/serialize.ts';
import { type CheckResult, VERDICTS } from '../../src/verdict/model.ts';
import { tinyCheck, type TinyOptions, tinyReport, tinyResult, tinyWaiver } from './tiny.ts';
import { runs } from '../properties.ts';

const nightly = (report: UndecidedReport): Decision => decide(report, DEFAULT_POLICY);
const VERSIONS = ['3.0.8', '4.0.1'].map((spec) => ({ service: 'student-reporting', spec }));
const WAIVERS = [
  tinyWaiver({ checks: 'student-reporting/students/create/r0' }),
  tinyWaiver({ checks: '**/nowhere' }),
  tinyWaiver({ checks: '**/r1', expires: '2026-01-01' }),
];

interface Judged {
  readonly check: Check;
  readonly result: CheckResult | undefined;
}
/** What the groups of a plan plan and say; a check id may occur in several groups. */
type Groups = readonly (readonly Judged[])[];

function report(groups: Groups, run: Partial<RunInfo>, waivers: TinyOptions['waivers'] = WAIVERS): Report {
  const all = groups.flat();
  return tinyReport({
    checks: [],
    versions: VERSIONS,
    run,
    waivers,
    more: { checks: all.map(({ check }) => check), results: all.flatMap(({ result }) => result ?? []) },
  });
}

const whole = (groups: Groups): Report => report(groups, { exchanges: groups.length });

function shards(groups: Groups, of: number): readonly ReportFile[] {
  return Array.from({ length: of }, (_, index) => {
    const mine = groups.filter((_group, at) => at % of === index);
    return {
      file: `shard-${index + 1}/report.json`,
      report: report(mine, { exchanges: mine.length, selection: { shard: `${index + 1}/${of}` } }),
    };
  });
}

const arbitraryJudged = fc
  .record({
    name: fc.integer({ min: 0, max: 5 }),
    spec: fc.constantFrom('3.0.8', '4.0.1'),
    level: fc.constantFrom('MUST' as const, 'SHOULD' as const),
    verdict: fc.option(fc.constantFrom(...VERDICTS), { nil: undefined, freq: 8 }),
    where: fc.array(fc.constantFrom('header date', 'status', 'body'), { maxLength: 30 }),
    group: fc.stringMatching(/^[a-z]{2}$/),
    cause: fc.constantFrom('maintenance', 'no answer'),
  })
  .map(({ name, spec, verdict, where, group, cause }): Judged => {
    const check = tinyCheck({
      id: `student-reporting/students/create/r${name}`,
      spec,
      level: name % 2 === 0 ? 'MUST' : 'SHOULD',
    });
    const findings = where.map((place, index) => ({ where: place, evidence: `${group}#${index}` }));
    const extra = verdict === 'inconclusive' || verdict === 'inapplicable' ? { cause } : {};
    return { check, result: verdict === undefined ? undefined : tinyResult(check, { verdict, findings, ...extra }) };
  });
// One group judges a check once.
const arbitraryGroup = fc.uniqueArray(arbitraryJudged, {
  maxLength: 6,
  selector: ({ check }) => `${check.id}@${check.spec}`,
});

describe('shards', () => {
  test.each([1, 2, 3, 7])('of %i merged are one run', (of) => {
    fc.assert(
      fc.property(fc.array(arbitraryGroup, { maxLength: 12 }), fc.nat(), (groups, turn) => {
        const parts = shards(groups, of);
        const turned = [...parts.slice(turn % of), ...parts.slice(0, turn % of)];
        expect(serializeReport(mergeShards(turned, nightly))).toBe(serializeReport(whole(groups)));
      }),
      runs(60),
    );
  });

  it('last as long as the whole of them', () => {
    const [first, second] = shards([], 2).map(({ report: one }) => one.run);
    const at = (run: RunInfo | undefined, startedAt: string, finishedAt: string): ReportFile => ({
      file: startedAt,
      report: report([], { ...run, startedAt, finishedAt }),
    });
    const merged = mergeShards(
      [
        at(first, '2026-11-20T18:00:05.000Z', '2026-11-20T18:00:09.000Z'),
        at(second, '2026-11-20T18:00:00.000Z', '2026-11-20T18:00:20.000Z'),
      ],
      nightly,
    );
    expect(merged.run).toMatchObject({ startedAt: '2026-11-20T18:00:00.000Z', finishedAt: '2026-11-20T18:00:20.000Z' });
    expect(merged.run).not.toHaveProperty('selection');
  });

  it('keep what else narrowed the run', () => {
    const narrowed = Array.from({ length: 2 }, (_, index) => ({
      file: `${index}`,
      report: report([], { selection: { only: 'a/**', shard: `${index + 1}/2` } }),
    }));
    expect(mergeShards(narrowed, nightly).run.selection).toEqual({ only: 'a/**' });
  });
});

describe('what does not belong together', () => {
  const shard = (
    index: number,
    of: number,
    run: Partial<RunInfo> = {},
    waivers: TinyOptions['waivers'] = WAIVERS,
  ): ReportFile => ({
    file: `${index}.json`,
    report: report([], { selection: { shard: `${index}/${of}` }, ...run }, waivers),
  });
  test.each<[string, readonly ReportFile[], readonly string[], RegExp]>([
    ['nothing at all', [], ['shards-none'], /no report/],
    ['a missing shard', [shard(1, 3), shard(3, 3)], ['shard-missing'], /shard 2 of 3 is missing/],
    ['a double shard', [shard(1, 2), shard(1, 2)], ['shard-double'], /shard 1\/2 is also in 1\.json/],
    ['another target', [shard(1, 2), shard(2, 2, { target: 'other' })], ['shard-foreign'], /target is other, not acme/],
    [
      'another plan',
      [shard(1, 2), shard(2, 2, { planHash: 'b'.repeat(64) })],
      ['shard-foreign'],
      /plan is bbbbbbbbbbbb, not aaaaaaaaaaaa/,
    ],
    ['another Plumbline', [shard(1, 2), shard(2, 2, { plumbline: '9.9.9' })], ['shard-foreign'], /Plumbline 9\.9\.9/],
    ['another number of shards', [shard(1, 2), shard(2, 3)], ['shard-foreign'], /its run has 3 shards, not 2/],
    [
      'other waivers',
      [shard(1, 2), shard(2, 2, {}, [])],
      ['shard-foreign'],
      /its waivers, requirements or selection are different/,
    ],
    [
      'another selection',
      [shard(1, 2), shard(2, 2, { selection: { only: 'x', shard: '2/2' } })],
      ['shard-foreign'],
      /its waivers, requirements or selection are different/,
    ],
    [
      'a whole run among them',
      [shard(1, 2), { file: 'whole.json', report: whole([]) }],
      ['shard-whole'],
      /complete run/,
    ],
    [
      'a shard that cannot be',
      [shard(3, 2), shard(1, 2), shard(2, 2)],
      ['shard-number'],
      /shard number 3 is out of range/,
    ],
    ['two things at once', [shard(1, 2), shard(1, 2, { target: 'other' })], ['shard-foreign', 'shard-double'], /other/],
  ])('%s', (_, files, codes, message) => {
    try {
      mergeShards(files, nightly);
      expect.unreachable();
    } catch (error) {
      if (!(error instanceof BadInput)) throw error;
      expect(error.problems.map(({ code }) => code)).toEqual(codes);
      expect(error.message).toMatch(message);
    }
  });
});

describe('many targets', () => {
  const run = (target: string, verdict: 'pass' | 'fail' | 'inconclusive'): ReportFile => ({
    file: `${target}/report.json`,
    report: tinyReport({ checks: [{ verdict: 'pass' }, { verdict }], run: { target } }),
  });

  it('are listed with what blocks first, and decided by the worst', () => {
    const view = runOverview([run('b', 'pass'), run('a', 'inconclusive'), run('c', 'fail')]);
    expect(view).toMatchObject({ decision: 'block', exitCode: 1 });
    expect(view.runs.map(({ target, exitCode }) => [target, exitCode])).toEqual([
      ['c', 1],
      ['a', 3],
      ['b', 0],
    ]);
    expect(view.runs[0]?.reason).toBe('student-reporting 4.0.1: 1 failure blocks: 1 check (1 MUST documented).');
    expect(runOverview([run('a', 'pass')])).toMatchObject({ decision: 'admit', exitCode: 0 });
    expect(runOverview([])).toMatchObject({ decision: 'block', exitCode: 3 });
  });

  it('may be sharded, each for itself', () => {
    const sharded = shards([], 2);
    const other = run('other', 'pass');
    expect(separateShards([...sharded, other])).toEqual({ whole: [other], shards: [sharded] });
    expect(() => separateShards([...sharded, run('acme-vendor-test', 'pass')])).toThrow(
      'and other reports are shards of the same target',
    );
    expect(() => separateShards([])).toThrow('no report');
  });
});

it('counts waivers from the start of the earliest shard', () => {
  const waivers = [tinyWaiver({ checks: '**/r0', expires: '2026-11-20' })];
  const check = tinyCheck({ id: 'student-reporting/students/create/r0' });
  const groups: Groups = [[{ check, result: tinyResult(check, { verdict: 'fail' }) }]];
  const evening = {
    file: '1',
    report: report(groups, { startedAt: '2026-11-20T23:59:00Z', selection: { shard: '1/2' } }, waivers),
  };
  const midnight = {
    file: '2',
    report: report([], { startedAt: '2026-11-21T00:01:00Z', selection: { shard: '2/2' } }, waivers),
  };
  expect(mergeShards([midnight, evening], nightly).waivers).toMatchObject([{ state: 'used', daysLeft: 0 }]);
});
