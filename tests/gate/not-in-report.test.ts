/** A policy may name what a report has not; it is told, since it may be a typo. */
import { expect, test } from 'vitest';
import { unmatchedScopes } from '../../src/gate/reasons.ts';
import { type FailingScope, PRESETS } from '../../src/gate/policy.ts';
import type { ReportCheck, RunInfo, Summary } from '../../src/report/model.ts';

const summaries = [
  { service: 'student-reporting', spec: '2.1.05' },
  { service: 'student-reporting', spec: '4.0.1' },
] as unknown as readonly Summary[];
const checks = [
  { id: 'student-reporting/students/update/lifecycle.update-again', service: 'student-reporting', spec: '4.0.1' },
] as unknown as readonly ReportCheck[];
const run = {} as unknown as RunInfo;
const report = { summaries, checks, run };
const HAS = 'but the report contains only student-reporting 2.1.05, student-reporting 4.0.1';

function told(...scopes: readonly Partial<FailingScope>[]): readonly string[] {
  const failing = scopes.map((scope): FailingScope => ({ levels: ['MUST'], bases: ['documented'], ...scope }));
  return unmatchedScopes({ ...PRESETS.nightly, name: 'ours', failing }, report);
}

test('what the report has is not told, nor what names nothing', () => {
  expect(
    told({}, { service: 'student-reporting' }, { service: 'student-reporting', spec: ['2.1.05', '4.0.1'] }),
  ).toEqual([]);
  for (const preset of Object.values(PRESETS)) expect(unmatchedScopes(preset, report)).toEqual([]);
});

test('a service, a version of one, and a version of any are told once each', () => {
  const typo = { service: 'student-reportng', spec: ['9.9.9'] };
  expect(told(typo, typo, { service: 'student-reporting', spec: ['4.0.1', '9.9.9'] }, { spec: ['9.9.9'] })).toEqual([
    `the policy ours names student-reportng, ${HAS}`,
    `the policy ours names student-reporting 9.9.9, ${HAS}`,
    `the policy ours names the version 9.9.9, ${HAS}`,
  ]);
});

test('a pattern over checks that is called like none is told, unless the run was narrowed', () => {
  const typo = { checks: '**/lifecycle.update-agin' };
  expect(told({ checks: '**/lifecycle.update-again' }, typo, typo, { ...typo, service: 'student-reporting' })).toEqual([
    'the policy ours names the checks **/lifecycle.update-agin, but no check matches',
  ]);
  // Of a version that has none.
  expect(told({ checks: '**/lifecycle.update-again', spec: ['2.1.05'] })).toHaveLength(1);
  const narrowed = { ...report, run: { selection: { only: 'students' } } as unknown as RunInfo };
  const policy = { ...PRESETS.nightly, name: 'ours', failing: [{ levels: [], bases: [], ...typo }] };
  expect(unmatchedScopes(policy, narrowed)).toEqual([]);
});
