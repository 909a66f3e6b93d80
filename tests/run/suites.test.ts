/** One suite of each service through Playwright, as configured: its reporters, its decision, and the commands on its report. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { atOnce } from '../cli/support.ts';
import { testOfAll } from '../part.ts';
import { filesBelow, playwright, reportOf, temporary } from './support.ts';

interface AllureResult {
  readonly name: string;
  readonly status: string;
  readonly labels: readonly { readonly name: string; readonly value: string }[];
}

const SUITES = ['partner-onboarding/service-description', 'student-reporting/help-balance', '--grep', '@1.0.0|@4.0.1'];
const PROJECTS = ['--project', 'partner-onboarding 1.0.0', '--project', 'student-reporting 4.0.1'];

test('a suite of each service passes, with results of Allure, an HTML report and a conformance report', async () => {
  const out = path.join(temporary(), 'out');
  const { code, stdout, stderr } = await playwright([...SUITES, ...PROJECTS], out);
  expect(code, stdout + stderr).toBe(0);
  const passed = Number(/(\d+) passed/.exec(stdout)?.[1]);
  const skipped = Number(/(\d+) skipped/.exec(stdout)?.[1] ?? 0);
  const results = filesBelow(path.join(out, 'playwright', 'allure-results'))
    .filter((file) => file.endsWith('-result.json'))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')) as AllureResult);
  expect(results).toHaveLength(passed + skipped);
  expect(results.every(({ status }) => status === 'passed' || status === 'skipped')).toBe(true);
  const epics = new Set(
    results.flatMap(({ labels }) => labels.flatMap((one) => (one.name === 'epic' ? one.value : []))),
  );
  expect([...epics].sort()).toEqual(['partner-onboarding 1.0.0', 'student-reporting 4.0.1']);
  expect(results.map(({ name }) => name)).toContainEqual(
    expect.stringMatching(/^accepts valid requests \(\d+ checks\)$/),
  );
  expect(filesBelow(path.join(out, 'playwright', 'html')).length).toBeGreaterThan(0);

  expect(reportOf(out).checks.length).toBeGreaterThan(100);
  expect((await atOnce(['gate', out])).code).toBe(0);
  expect((await atOnce(['compare', out, out])).code).toBe(0);
  const judged = await atOnce(['judge', out]);
  expect([judged.code, judged.stdout + judged.stderr]).toEqual([0, expect.stringContaining('report is identical')]);
});

const FAULT_ARGS = ['--project', 'student-reporting 4.0.1', '--grep', 'only the first 200 records', '--reporter=list'];
const FAULT_ENV = { PLUMBLINE_FAULT: 'student-reporting.pagination.unit-enrolments.cap-ignored', FORCE_COLOR: '0' };

test('a fault makes the test of its requirement fail, with the request, the values and the line of the contract', async () => {
  const out = path.join(temporary(), 'out');
  const { code, stdout, stderr } = await playwright(FAULT_ARGS, out, FAULT_ENV);
  expect(code, stdout + stderr).toBe(1);
  expect(stdout).toMatch(/GET http:\S+\/unit-enrolments returned 200\n/);
  expect(stdout).toMatch(/expected: the first 200 records of \d+\n\s+received: \d+ records/);
  expect(stdout).toMatch(/> \d+ \| {3}list: /);
  // The report has the checks of the selected test only.
  const { checks } = reportOf(out);
  expect(new Set(checks.map(({ requirement }) => requirement))).toEqual(new Set(['student-reporting.pagination.off']));
});

testOfAll('with a policy that admits the fault, the same test passes', async () => {
  const { code, stdout, stderr } = await playwright(FAULT_ARGS, path.join(temporary(), 'out'), {
    ...FAULT_ENV,
    PLUMBLINE_POLICY: 'explore',
  });
  expect(code, stdout + stderr).toBe(0);
});
