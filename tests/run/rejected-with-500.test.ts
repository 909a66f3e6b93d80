/** A server error is not a rejection: it fails a mandatory check once the form of responses is confirmed. That a rejection is 401 is a SHOULD (RFC 6750 §3.1). */
import { expect, test } from 'vitest';
import { isBinding } from '../../src/report/tally.ts';
import { checksOf } from '../../src/plan/plan.ts';
import { runInProcess } from './in-process.ts';

test('500 to calls without a valid token fails a check that blocks', async () => {
  const { plan, records } = await runInProcess({
    service: 'partner-onboarding',
    spec: '1.0.0',
    only: 'partner-onboarding/partners/read/{access.{none,garbage}{,/form},http.no-server-error}',
    faults: ['partner-onboarding.token.refused-500'],
    before: () => undefined,
  });
  const failing = new Set(
    records.flatMap(({ results }) => results.flatMap(({ check, verdict }) => (verdict === 'fail' ? [check] : []))),
  );
  const binding = checksOf(plan).filter((check) => failing.has(check.id) && isBinding(check));
  expect(binding.map(({ rule }) => rule)).toEqual(['http.no-server-error']);
});
