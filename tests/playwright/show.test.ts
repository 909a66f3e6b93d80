/** What Playwright's own result does not know of a failure is told beside it, and why a test judged nothing. */
import { expect, test } from 'vitest';
import { shownResults, skipReason, unjudgedLines } from '../../src/playwright/show.ts';
import { PRESETS } from '../../src/gate/policy.ts';
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
  owner: 'the API team',
  expires,
});

const shown = (
  results: readonly CheckResult[],
  waivers: readonly WaiverEntry[] = [],
): ReturnType<typeof shownResults> =>
  shownResults(
    { record: { group: group.id, results, exchanges: [] }, group, waivers, policy: PRESETS.nightly },
    new Set(results.map(({ check }) => check)),
    '2026-11-26T00:00:00Z',
  );

const all = [...checks, ...group.passive];
const mandatory = all.find(({ level, basis }) => level === 'MUST' && basis === 'standard')?.id ?? '';

test('a failure that blocks is red; a waived one is an annotation with the waiver, until it expires', () => {
  expect(shown([failing(mandatory)]).red).toHaveLength(1);
  const waived = shown([failing(mandatory)], [waiver('2026-12-31')]);
  expect(waived.red).toEqual([]);
  expect(waived.notes).toMatchObject([{ type: 'waived' }]);
  expect(waived.notes[0]?.description).toContain('Waived until 2026-12-31 by the API team: known since May');
  expect(shown([failing(mandatory)], [waiver('2026-11-01')]).red).toHaveLength(1);
});

test('a failure that no source specifies, and one of a recommendation, is an annotation', () => {
  const assumed = all.find(({ basis }) => basis === 'assumed')?.id ?? '';
  const should = all.find(({ level, basis }) => level === 'SHOULD' && basis !== 'assumed')?.id ?? '';
  const { red, notes } = shown([failing(assumed), failing(should)]);
  expect(red).toEqual([]);
  expect(notes.map(({ type }) => type)).toEqual(['assumed', 'advisory']);
  expect(notes[0]?.description).toContain('status: expected 201, received 500');
});

test('a check that could block and was not judged blocks, and others do not', () => {
  const open = (check: string): CheckResult => ({
    ...failing(check),
    verdict: 'inconclusive',
    findings: [],
    cause: 'no answer',
  });
  const assumed = all.find(({ basis }) => basis === 'assumed')?.id ?? '';
  const { open: unjudged, blocks } = shown([open(mandatory), open(assumed)]);
  expect(unjudged.map(({ check }) => blocks(check))).toEqual([true, false]);
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
