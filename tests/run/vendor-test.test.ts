/** The operator's test environment on a bad day: its known issues are excused, and nothing else is. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { plumbline, reportOf, temporary } from './support.ts';

const run = async (...more: readonly string[]): Promise<{ readonly code: number | null; readonly out: string }> => {
  const out = path.join(temporary(), 'out');
  const { code } = await plumbline([
    'run',
    '--target',
    'vendor-test',
    '--service',
    'student-reporting',
    '--spec',
    '4.0.1',
    '--out',
    out,
    ...more,
  ]);
  return { code, out };
};

/** Where the known issues are. What a fault does elsewhere, the proof tells. */
const ENDPOINTS =
  'student-reporting/{students,student-citizenships,student-disabilities,student-commonwealth-scholarships,courses-on-campus-tac-offers}/**';

test('the known issues are expected failures, and the run admits', async () => {
  const { code, out } = await run('--only', ENDPOINTS);
  const report = reportOf(out);
  const dispositions = new Set(report.checks.filter((c) => c.verdict === 'fail').map((c) => c.disposition));
  expect([...dispositions]).toEqual(['expected-failure']);
  expect(report.waivers.filter((w) => w.state !== 'used').map((w) => w.checks)).toEqual([]);
  expect(code).toBe(0);
});

test('one fault more blocks', async () => {
  const { code, out } = await run(
    '--fault',
    'student-reporting.pagination.unit-enrolments.boundary-lost',
    '--only',
    'student-reporting/unit-enrolments/list/**',
  );
  const blocked = reportOf(out).checks.filter((c) => c.disposition === 'nonconforming');
  expect(blocked.map((c) => c.endpoint).filter((endpoint) => endpoint !== 'unit-enrolments')).toEqual([]);
  expect(blocked.length).toBeGreaterThan(0);
  expect(code).toBe(1);
});
