/** A run that does not reach its end: stopped by its user, or killed. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { atOnce } from '../cli/support.ts';
import { leftoversIn, LEFTOVERS } from '../../src/cleanup/leftovers-file.ts';
import { plumbline, reportOf, ROOT, serve, temporary } from './support.ts';

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

function processes(): readonly Process[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const parent = /\) \S (\d+) /.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1];
      return [
        {
          pid: Number(name),
          parent: Number(parent),
          command: readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' '),
        },
      ];
    } catch {
      // It ended meanwhile.
      return [];
    }
  });
}

function below(pid: number): readonly Process[] {
  const all = processes();
  const own = (parent: number): readonly Process[] =>
    all.filter((p) => p.parent === parent).flatMap((p) => [p, ...own(p.pid)]);
  return own(pid);
}

async function gone(pids: readonly number[]): Promise<readonly Process[]> {
  const left = (): readonly Process[] => processes().filter((p) => pids.includes(p.pid));
  for (let tries = 0; tries < 1200 && left().length > 0; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 100));
  return left();
}

/** Enough to be in the middle of when the first verdicts are told. */
const ONLY = 'student-reporting/{students,courses,campuses}/**';

/** Runs a part of one version until some of it has a verdict, and then does what is asked. */
async function cutOff(
  out: string,
  act: (pid: number) => void,
): Promise<{
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly below: readonly Process[];
}> {
  let started: readonly Process[] | undefined;
  const ended = await plumbline(['run', '--spec', '4.0.1', '--only', ONLY, '--out', out], {
    onOutput: (text, pid) => {
      if (started !== undefined || !/judged \d+ of/.test(text)) return;
      started = below(pid);
      act(pid);
    },
  });
  return { ...ended, below: started ?? [] };
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s ends it with 3: what was judged stays, nothing is red for it, and nothing is left running',
  async (signal) => {
    const out = path.join(temporary(), 'out');
    const { code, stdout, stderr, below: started } = await cutOff(out, (pid) => process.kill(pid, signal));
    expect(code, stdout + stderr).toBe(3);
    expect(stderr).toMatch(/stopped: \d+ of [\d,]+ groups judged, the rest have no verdict/);
    const report = reportOf(out);
    const verdicts = (verdict: string): number => report.checks.filter((c) => c.verdict === verdict).length;
    expect(verdicts('fail')).toBe(0);
    expect(verdicts('pass')).toBeGreaterThan(0);
    expect(verdicts('untested')).toBeGreaterThan(100);
    expect(report.decision).toMatchObject({ decision: 'block', exitCode: 3 });
    expect(started.some((p) => p.command.includes('serve'))).toBe(true);
    expect(await gone(started.map((p) => p.pid))).toEqual([]);
    const again = await atOnce(['judge', out]);
    expect(again.stderr).toContain('the report is identical');
  },
);

test('where whoever started it is gone, with all that it could write to, what was made is removed all the same', async () => {
  const served = await serve(['--service', 'student-reporting', '--spec', '4.0.1', '--latency', '30']);
  const out = path.join(temporary(), 'out');
  const list = path.join(out, LEFTOVERS);
  const launcher = path.join(ROOT, 'bin', 'plumbline.js');
  const args = [launcher, 'run', '--target', served.target, '--only', ONLY, '--out', out];
  const child = spawn(process.execPath, args, { cwd: temporary(), stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  // As when a session is lost while the run has much to remove.
  const look = setInterval(() => {
    if (leftoversIn(list).length < 10) return;
    clearInterval(look);
    child.stdout.destroy();
    child.stderr.destroy();
    child.kill('SIGHUP');
  }, 5);
  child.stdout.resume();
  child.stderr.resume();
  expect(await ended).toBe(3);
  clearInterval(look);
  expect(leftoversIn(list)).toEqual([]);
  expect(readdirSync(out).filter((name) => name.startsWith('.plumbline'))).toEqual([]);
  await served.stop();
});

test('killed from outside it has no report, and leaves no service behind', async () => {
  const out = path.join(temporary(), 'out');
  const { code, below: started } = await cutOff(out, (pid) => process.kill(pid, 'SIGKILL'));
  expect(code).toBe(null);
  expect(existsSync(path.join(out, 'report.json'))).toBe(false);
  expect(started.some((p) => p.command.includes('serve'))).toBe(true);
  expect(await gone(started.map((p) => p.pid))).toEqual([]);
});
