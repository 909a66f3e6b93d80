/** What Playwright's own result does not know of a failure is told beside it, and why a test judged nothing. */
import { expect, test } from 'vitest';
import { failureNotes, unjudgedLines, skipReason } from '../../src/playwright/show.ts';
import { planEndpoint } from '../../src/project/make-plan.ts';
import { planWhole } from '../../src/project/planning.ts';
import { projectRoot } from '../../src/project/package.ts';
import { scopesOf } from '../../src/plan/plan.ts';
import type { CheckResult } from '../../src/verdict/model.ts';
import type { WaiverEntry } from '../../src/verdict/waivers.ts';

const { project, target } = planWhole(projectRoot(), { services: ['partner-onboarding'] });
const [scope] = scopesOf(project, target, { services: ['partner-onboarding'] });
const { groups } = planEndpoint(scope === undefined ? [] : [scope], 'partners');
const group = groups.find(({ aspect, operation }) => operation === 'create' && aspect === 'success');
if (group === undefined) throw new Error('no such group');
const checks = group.cases.flatMap((one) => one.checks);

const failing = (check: string): CheckResult => ({
  check,
  spec: '1.0.0',
  verdict: 'fail',
  findings: [{ evidence: 'a', where: 'status', expected: '201', actual: '500' }],
  evidence: [],
});
const waiver = (expires: string): WaiverEntry => ({
  checks: '**',
  symptom: { actual: '500' },
  reason: 'known since May',
  owner: 'somebody',
  expires,
});

test('a waiver that excuses a failure is named, and one that has expired is not', () => {
  const id = checks[0]?.id ?? '';
  const notes = (expires: string): string =>
    (failureNotes({ results: [failing(id)] }, group, [waiver(expires)], '2026-11-26T00:00:00Z').get(id) ?? []).join(
      '\n',
    );
  expect(notes('2026-12-31')).toContain('waived until 2026-12-31 by somebody: known since May');
  expect(notes('2026-11-01')).not.toContain('waived');
});

test('a failure that rests on an assumption says so', () => {
  const all = [...checks, ...group.passive];
  const [assumed, other] = [true, false].map((is) => all.find(({ basis }) => (basis === 'assumed') === is)?.id ?? '');
  const notes = failureNotes({ results: [failing(assumed ?? ''), failing(other ?? '')] }, group, []);
  expect(notes.get(assumed ?? '')?.join()).toContain('assumed: the source documents do not specify it');
  expect(notes.get(other ?? '')).toEqual([]);
});

test('why nothing was judged are the causes of the cases, and not that no answer came', () => {
  const moot = (check: string, cause: string): CheckResult => ({ ...failing(check), verdict: 'inapplicable', cause });
  const own = [0, 1, 1, 2, 3, 4].map((cause, index) => moot(`check ${index}`, `cause ${cause}`));
  const passive = moot(group.passive[0]?.id ?? '', 'no answer');
  expect(skipReason({ results: [...own, passive] }, group)).toBe(
    'no check applies: cause 0; cause 1; cause 2; and 2 other causes',
  );
  expect(skipReason({ results: [passive] }, group)).toBe('no check applies: no answer');
  expect(skipReason({ results: [...own, { ...passive, verdict: 'pass' }] }, group)).toBeUndefined();
});

test('what keeps many checks from being judged is said once, with how many they are', () => {
  const open = ['no answer', 'no answer', 'refused', 'no answer'].map((cause, index) => ({ cause, name: `${index}` }));
  expect(unjudgedLines(open, ({ name }) => `check ${name}`)).toEqual([
    '  check 0, and 2 other checks: no answer',
    '  check 2: refused',
  ]);
});
