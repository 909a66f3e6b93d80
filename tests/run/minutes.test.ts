/** `limits.minutes`: a run that would take too long ends, incomplete, with what was judged until then. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { atOnce } from '../cli/support.ts';
import { checksOf } from '../plan/support.ts';
import { runInProcess } from './in-process.ts';
import { plumbline, reportOf, serve, temporary } from './support.ts';

const SPEC = '1.0.0';
const ONLY = 'partner-onboarding/partners/{create,read}/{outcome,input}.*{,/**}';

test('what was judged stays, and all else is inconclusive with the cause', async () => {
  let requests = 0;
  let asked: number | undefined;
  let timeIsOver: () => void = () => undefined;
  const { plan, records } = await runInProcess({
    service: 'partner-onboarding',
    spec: SPEC,
    only: ONLY,
    limits: { concurrency: 1, minutes: 7 },
    before: (count) => {
      requests = count;
      if (count === 60) timeIsOver();
    },
    after: (milliseconds, act) => {
      asked = milliseconds;
      timeIsOver = act;
      return () => undefined;
    },
  });
  expect(asked).toBe(7 * 60_000);
  const results = records.flatMap((r) => r.results);
  const verdicts = new Set(results.map((r) => r.verdict));
  expect([...verdicts].toSorted()).toEqual(['inconclusive', 'pass']);
  expect(new Set(results.filter((r) => r.verdict === 'inconclusive').map((r) => r.cause))).toEqual(
    new Set(['the run reached its time limit: limits.minutes of the target is 7']),
  );
  expect(new Set(results.map((r) => r.check))).toEqual(new Set(checksOf(plan).map((c) => c.id)));
  // What was under way is removed, and nothing else is sent: all that is left would be hundreds of requests.
  expect(requests).toBeLessThan(120);
});

test('as a user sees it: exit 3, the cause in the report and on the terminal, and the same when judged again', async () => {
  const served = await serve(['--service', 'partner-onboarding', '--latency', '2000']);
  try {
    const file = path.join(path.dirname(served.target), 'short.yaml');
    writeFileSync(file, readFileSync(served.target, 'utf8').replace(/^limits:\n/m, 'limits:\n  minutes: 0.01\n'));
    const out = path.join(temporary(), 'out');
    const { code, stdout, stderr } = await plumbline(['run', '--target', file, '--out', out]);
    expect(code, stdout + stderr).toBe(3);
    expect(stdout).toContain('the run reached its time limit: limits.minutes of the target is 0.01');
    const { checks } = reportOf(out);
    expect(checks.filter((c) => c.verdict === 'untested')).toEqual([]);
    expect(checks.filter((c) => c.verdict === 'fail').map((c) => c.id)).toEqual([]);
    expect(checks.filter((c) => c.cause?.includes('limits.minutes')).length).toBeGreaterThan(600);
    expect((await atOnce(['judge', out])).stderr).toContain('the report is identical');
  } finally {
    await served.stop();
  }
});
