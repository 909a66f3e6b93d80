/** One suite of each service through Playwright, as configured: its reporters, its decision, and the commands on its report. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { atOnce } from '../cli/support.ts';
import { testOfAll } from '../part.ts';
import { filesBelow, playwright, reportOf, smallTarget, temporary } from './support.ts';

interface AllureResult {
  readonly name: string;
  readonly status: string;
  readonly labels: readonly { readonly name: string; readonly value: string }[];
}

const SERVICES = 'partner-onboarding: { spec: ["1.0.0"] }, student-reporting: { spec: ["4.0.1"] }';
const SUITES = ['partner-onboarding/service-description', 'student-reporting/help-balance', '--workers=1'];

test('a suite of each service passes, with results of Allure, an HTML report and a conformance report', async () => {
  const out = path.join(temporary(), 'out');
  const { code, stdout, stderr } = await playwright(SUITES, out, smallTarget(SERVICES));
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
  const merged = await atOnce(['merge', out, '--out', path.join(out, '..', 'merged')]);
  expect([merged.code, merged.stdout + merged.stderr]).toEqual([0, expect.stringMatching(/overview .*index\.html/)]);
});

const FAULT_ARGS = [
  'partner-onboarding/partners',
  '--grep',
  'keeps the partner and its other fields',
  '--reporter=list',
];
const FAULT_ENV = { PLUMBLINE_FAULT: 'partner-onboarding.channels.contact-goes-too', FORCE_COLOR: '0' };

test('a fault makes the test of its requirement fail, with the request, the values and the line of the contract', async () => {
  const out = path.join(temporary(), 'out');
  const { code, stdout, stderr } = await playwright(FAULT_ARGS, out, { ...smallTarget(), ...FAULT_ENV });
  expect(code, stdout + stderr).toBe(1);
  expect(stdout).toMatch(/GET http:\S+\/partners\/\S+ returned 200\n/);
  expect(stdout).toMatch(/body#\/contact_email\n\s+expected: "invoices@partner\.example"\n\s+received: absent/);
  expect(stdout).toMatch(/> \d+ \| {3}delete-channels: /);
  // The report has the checks of the selected test only.
  const { checks } = reportOf(out);
  expect(new Set(checks.map(({ requirement }) => requirement))).toEqual(
    new Set(['partner-onboarding.channels.deleted']),
  );
});

testOfAll('with a policy that admits the fault, the same test passes', async () => {
  const { code, stdout, stderr } = await playwright(FAULT_ARGS, path.join(temporary(), 'out'), {
    ...smallTarget(),
    ...FAULT_ENV,
    PLUMBLINE_POLICY: 'explore',
  });
  expect(code, stdout + stderr).toBe(0);
});
