/** Two runs into one folder: the second is refused before it sends anything, and the first has its report whole. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ended } from '../ended.ts';
import { killTree, playwright, plumbline, reportOf, serve, temporary, type Served } from './support.ts';

const ONLY = ['--only', 'partner-onboarding/partners/{create,read}/**'];
let served: Served;

beforeAll(async () => {
  served = await serve(['--service', 'partner-onboarding', '--latency', '40']);
});
afterAll(() => served.stop());

/** A run, and what is done once while it sends. */
async function meanwhile<T>(
  args: readonly string[],
  act: (pid: number) => T | Promise<T>,
): Promise<{ readonly ended: Ended; readonly done: T | undefined }> {
  let done: T | Promise<T> | undefined;
  const ended = await plumbline(args, {
    onOutput: (text, pid) => {
      if (done === undefined && /sending|judged/.test(text)) done = act(pid);
    },
  });
  return { ended, done: await done };
}

const locks = (out: string): readonly string[] => readdirSync(out).filter((name) => name.startsWith('.plumbline'));
const says = (out: string): RegExp => new RegExp(`another run is writing to ${out} \\(process \\d+\\)`);

test('the second is refused with 2, and so is going on with the first while it runs', async () => {
  const out = path.join(temporary(), 'out');
  const args = ['run', '--target', served.target, ...ONLY, '--out', out];
  const { ended, done } = await meanwhile(args, () =>
    Promise.all([plumbline(args), plumbline(['run', '--resume', out])]),
  );
  for (const second of done ?? []) {
    expect(second.stderr).toMatch(says(out));
    expect(second.stderr).not.toContain('    at ');
    expect(second.code, second.stdout).toBe(2);
  }
  expect(done).toHaveLength(2);
  expect(ended.code, ended.stdout + ended.stderr).toBe(0);
  expect(reportOf(out).checks.every(({ verdict }) => verdict !== 'untested')).toBe(true);
  expect(existsSync(path.join(out, 'evidence', 'run.json'))).toBe(true);
  expect(locks(out)).toEqual([]);
});

test('one that is stopped leaves no lock, and one that is killed none that keeps anybody out', async () => {
  const out = path.join(temporary(), 'out');
  const args = ['run', '--target', served.target, ...ONLY, '--out', out];
  const killed = await meanwhile(args, (pid) => {
    killTree(pid);
    return true;
  });
  expect(killed.ended.code).toBeNull();
  expect(locks(out)).not.toEqual([]);
  const stopped = await meanwhile(['run', '--resume', out], (pid) => process.kill(pid, 'SIGTERM'));
  expect(stopped.ended.code, stopped.ended.stdout + stopped.ended.stderr).toBe(3);
  expect(locks(out)).toEqual([]);
});

test('npx playwright test is refused likewise', async () => {
  const out = path.join(temporary(), 'out');
  const lock = path.join(out, '.plumbline-lock');
  mkdirSync(lock, { recursive: true });
  // As a run of this process would have left it.
  writeFileSync(path.join(lock, 'holder.json'), JSON.stringify({ host: hostname(), pid: process.pid }));
  const grep = ['--grep', 'partners create .*@success'];
  const ended = await playwright(grep, out, { PLUMBLINE_TARGET: served.target });
  expect(ended.stderr).toMatch(says(out));
  expect(ended.code, ended.stdout).toBe(2);
  expect(readdirSync(out)).toEqual(['.plumbline-lock']);
});
