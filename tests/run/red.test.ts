/** A run in which everything fails costs no process more, and says everything that a slower one would. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { faults } from '../../services/index.ts';
import {
  countingProcesses,
  failing,
  playwright,
  plumbline,
  reportOf,
  serve,
  temporary,
  verdictsOf,
  WORKER,
} from './support.ts';

/** Every call of every operation is answered 500. */
const BROKEN = faults
  .filter((f) => f.service === 'partner-onboarding' && f.id.endsWith('.status-500'))
  .map((f) => f.id);

function allureOf(out: string): Readonly<Record<string, number>> {
  const folder = path.join(out, 'allure-results');
  const counts: Record<string, number> = {};
  for (const name of readdirSync(folder).filter((file) => file.endsWith('-result.json'))) {
    const { status } = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as { readonly status: string };
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

test('everything fails: one process sends, and the same verdicts as where each test fails for Playwright too', async () => {
  expect(BROKEN.length).toBeGreaterThan(4);
  const [out, bare] = [path.join(temporary(), 'run'), path.join(temporary(), 'bare')];
  const processes = countingProcesses();
  const ended = await plumbline(
    ['run', '--service', 'partner-onboarding', '--fault', BROKEN.join(','), '--formats', 'allure', '--out', out],
    {
      env: processes.env,
    },
  );
  expect(ended.code, ended.stderr).toBe(1);
  // The command and the reference services.
  expect(processes.started('plumbline.js')).toBe(2);
  expect([WORKER, 'cli.js'].map(processes.started)).toEqual([0, 0]);
  const report = reportOf(out);
  const red = new Set(failing(report).map((c) => c.id));
  expect(red.size).toBeGreaterThan(10);

  // The same faults on sockets of their own, told to Playwright as failures: what it says of them is what we say. Where one read is right there
  // is something to judge, and the preflight lets it pass.
  const others = BROKEN.filter((id) => !id.startsWith('partner-onboarding.service.'));
  const served = await serve(['--service', 'partner-onboarding', '--fault', others.join(',')]);
  try {
    const grep = await playwright(
      [
        '--grep',
        'partner-onboarding.*(partners read .*@(success|methods|access)|published-definition read .*@success)',
      ],
      bare,
      {
        PLUMBLINE_TARGET: served.target,
      },
    );
    expect(grep.code, grep.stdout).toBe(1);
    const known = verdictsOf(report);
    // What is judged on all answers of an operation had fewer of them to see here.
    const compared = reportOf(bare).checks.filter((c) => c.verdict !== 'untested' && c.aspect !== 'responses');
    expect(compared.length).toBeGreaterThan(10);
    expect(compared.filter((c) => known.get(`${c.id}@${c.spec}`) !== c.verdict).map((c) => c.id)).toEqual([]);
  } finally {
    await served.stop();
  }

  // One result for each check, and one for the reason that no check has: the service responds to every read with 500.
  expect(allureOf(out)['failed']).toBe(red.size);
  expect(Object.values(allureOf(out)).reduce((sum, times) => sum + times, 0)).toBe(report.checks.length + 1);
});

test('a service that answers 5xx to everything is told at once, as the one cause', async () => {
  const served = await serve(['--service', 'partner-onboarding', '--fault', BROKEN.join(',')]);
  try {
    const out = path.join(temporary(), 'out');
    const { code, stderr } = await plumbline(['run', '--target', served.target, '--out', out]);
    expect(code, stderr).toBe(3);
    expect(stderr).toMatch(
      /partner-onboarding 1\.0\.0 cannot be judged: GET \S+ at http:\S+, the simplest request of the plan, returned 500/,
    );
    expect(new Set(reportOf(out).checks.map((c) => c.verdict))).toEqual(new Set(['inconclusive']));
  } finally {
    await served.stop();
  }
});
