/** A server error is no rejection: it fails a mandatory check once the status of rejections is confirmed. */
import { expect, test } from 'vitest';
import { binds } from '../../src/report/tally.ts';
import { checksOf } from '../../src/plan/plan.ts';
import { runInProcess } from './in-process.ts';

test('500 to calls without a valid token fails checks that bind', async () => {
  const { plan, records } = await runInProcess({
    service: 'partner-onboarding',
    spec: '1.0.0',
    only: 'partner-onboarding/partners/read/access.{none,garbage}{,/form}',
    faults: ['partner-onboarding.token.refused-500'],
    before: () => undefined,
  });
  const failing = new Set(
    records.flatMap(({ results }) => results.flatMap(({ check, verdict }) => (verdict === 'fail' ? [check] : []))),
  );
  const binding = checksOf(plan).filter((check) => failing.has(check.id) && binds(check));
  expect(binding.map(({ rule }) => rule)).toEqual(['outcome.form', 'outcome.form']);
});
