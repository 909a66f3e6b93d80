/** A service that goes away in mid-run is not judged: neither red nor green, and the others keep what they have earned. */
import { conformanceStatus } from '../../src/report/conformance-status.ts';
import path from 'node:path';
import { expect, test } from 'vitest';
import { plumbline, reportOf, serve, temporary } from './support.ts';

test('stopping one reference service gives exit 3, incomplete for it, and conformant for the others', async () => {
  // Every answer is held back a little, so that the run is still under way when the plug is pulled.
  const served = await serve(['--spec', '1.0.0,2.1.06,4.0.1', '--latency', '60']);
  const out = path.join(temporary(), 'out');
  let stopped: Promise<number> | undefined;
  try {
    const stop = async (): Promise<number> =>
      (
        await fetch(`${served.control}/stop`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ service: 'student-reporting', spec: '4.0.1' }),
        })
      ).status;
    const { code, stdout, stderr } = await plumbline(
      ['run', '--target', served.target, '--only', '*/{partners,students,courses}/*/{outcome,method}.*', '--out', out],
      {
        onOutput: (text) => {
          if (/judged \d+ of/.test(text)) stopped ??= stop();
        },
      },
    );
    expect(await stopped, stdout + stderr).toBe(204);
    const report = reportOf(out);
    // A part was asked for: nothing is conformant, and what went away must be at most a part that passes.
    const standings = Object.fromEntries(
      report.summaries.map((s) => [
        `${s.service} ${s.spec}`,
        conformanceStatus(s).text.replace(/[\d,]+ of [\d,]+/, 'n of m'),
      ]),
    );
    expect(standings).toEqual({
      'partner-onboarding 1.0.0': 'partial run: n of m checks',
      'student-reporting 2.1.06': 'partial run: n of m checks',
      'student-reporting 4.0.1': 'incomplete (partial run: n of m checks)',
    });
    expect(report.summaries.map((s) => s.result)).toEqual(['incomplete', 'incomplete', 'incomplete']);
    expect(code, stdout + stderr).toBe(3);
    const gone = report.checks.filter((c) => c.service === 'student-reporting' && c.spec === '4.0.1');
    expect(gone.filter((c) => c.verdict === 'fail').map((c) => `${c.id}: ${JSON.stringify(c.findings[0])}`)).toEqual(
      [],
    );
    const open = gone.filter((c) => c.verdict === 'inconclusive');
    expect(open.length).toBeGreaterThan(10);
    for (const check of open)
      expect(check.cause, check.id).toMatch(/no answer|stopped responding|prerequisite|refused/);
    expect(stdout).toContain('incomplete');
  } finally {
    await served.stop();
  }
});

test('a service that takes reads only from some moment on: its writes are not judged, with the cause, and the rest is', async () => {
  const served = await serve(['--service', 'student-reporting', '--spec', '4.0.1', '--latency', '40']);
  const out = path.join(temporary(), 'out');
  let switched: Promise<number> | undefined;
  const maintain = async (): Promise<number> =>
    (
      await fetch(`${served.control}/maintenance`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ on: true }),
      })
    ).status;
  try {
    const { code, stdout, stderr } = await plumbline(
      [
        'run',
        '--target',
        served.target,
        '--only',
        '*/{students,courses,campuses}/*/{outcome,lifecycle,method,http}.*',
        '--out',
        out,
      ],
      {
        onOutput: (text) => {
          if (/judged \d+ of/.test(text)) switched ??= maintain();
        },
      },
    );
    expect(await switched, stdout + stderr).toBe(204);
    expect(code, stdout + stderr).toBe(3);
    const report = reportOf(out);
    expect(
      report.checks.filter((c) => c.verdict === 'fail').map((c) => `${c.id}: ${JSON.stringify(c.findings[0])}`),
    ).toEqual([]);
    expect(report.summaries.map((s) => s.result)).toEqual(['incomplete']);
    const open = report.checks.filter((c) => c.verdict === 'inconclusive');
    expect(open.length).toBeGreaterThan(100);
    // However far back the refused write was, the cause names its answer.
    expect(open.filter((c) => !/\b503\b/.test(c.cause ?? '')).map((c) => `${c.id}: ${c.cause ?? ''}`)).toEqual([]);
    expect(report.checks.filter((c) => c.operation === 'list' && c.verdict === 'pass').length).toBeGreaterThan(10);
  } finally {
    await served.stop();
  }
});

test('a target that nobody serves gives exit 3, and no check is red or green for it', async () => {
  const served = await serve(['--service', 'partner-onboarding']);
  const file = served.target;
  const copy = path.join(temporary(), 'gone');
  const { cpSync } = await import('node:fs');
  cpSync(path.dirname(file), copy, { recursive: true });
  await served.stop();
  const { readFileSync, writeFileSync } = await import('node:fs');
  const target = path.join(copy, 'target.yaml');
  writeFileSync(target, readFileSync(target, 'utf8').replaceAll(path.dirname(file), copy));
  const out = path.join(temporary(), 'out');
  const { code, stdout, stderr } = await plumbline([
    'run',
    '--target',
    target,
    '--only',
    'partners/read',
    '--out',
    out,
  ]);
  expect(code, stdout + stderr).toBe(3);
  const report = reportOf(out);
  expect(new Set(report.checks.map((c) => c.verdict))).not.toContain('fail');
  expect(report.checks.filter((c) => c.verdict === 'pass').map((c) => c.id)).toEqual([]);
  expect(report.summaries[0]?.result).toBe('incomplete');
});
