/** One process alone writes to the folder of a report; what a killed one left keeps nobody out. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BadInput } from '../../src/errors.ts';
import { checkOutput, lockOutput, withOutputFolder } from '../../src/project/output.ts';
import { atOnce } from '../cli/support.ts';

let other: ChildProcess;
let pid = 0;
let gone = 0;
let folder = '';

beforeAll(async () => {
  other = spawn(process.execPath, ['--eval', 'setInterval(() => 0, 1000)'], { stdio: 'ignore' });
  pid = other.pid ?? 0;
  const ended = spawn(process.execPath, ['--eval', '0'], { stdio: 'ignore' });
  gone = ended.pid ?? 0;
  await new Promise((resolve) => ended.once('close', resolve));
});
afterAll(() => other.kill('SIGKILL'));
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'plumbline-lock-test-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const startOf = (id: number): string | undefined => {
  const stat = existsSync(`/proc/${id}/stat`) ? readFileSync(`/proc/${id}/stat`, 'utf8') : undefined;
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
};

function left(holder: unknown): void {
  mkdirSync(path.join(folder, '.plumbline-lock'));
  writeFileSync(
    path.join(folder, '.plumbline-lock', 'holder.json'),
    typeof holder === 'string' ? holder : JSON.stringify(holder),
  );
}

test('another process that holds it is named, with what to do, and nothing of it is touched', () => {
  left({ host: hostname(), pid, started: startOf(pid) });
  mkdirSync(path.join(folder, '.plumbline-fresh'));
  for (const ask of [checkOutput, lockOutput]) {
    expect(() => ask(folder)).toThrow(BadInput);
    expect(() => ask(folder)).toThrow(
      `another run is writing to ${folder} (process ${pid}) [folder-in-use]\n  Use another --out, or wait`,
    );
  }
  expect(readdirSync(folder).sort()).toEqual(['.plumbline-fresh', '.plumbline-lock']);
});

describe.each<readonly [string, () => unknown]>([
  ['a process that is gone', () => ({ host: hostname(), pid: gone, started: '1' })],
  ['another process with its number', () => ({ host: hostname(), pid, started: '1' })],
  ['another machine', () => ({ host: 'elsewhere.example', pid, started: startOf(pid) })],
  ['a process with our own number', () => ({ host: hostname(), pid: process.pid, started: '1' })],
  ['nobody that can be read', () => '{"host":'],
])('what %s left', (_who, holder) => {
  test('is no lock, and goes', async () => {
    left(holder());
    expect(checkOutput(folder)).toBe(folder);
    const seen = await withOutputFolder(folder, () => readdirSync(folder));
    expect(seen).toEqual(['.plumbline-lock']);
    expect(readdirSync(folder)).toEqual([]);
  });
});

test('a folder that was made for it goes with it, unless something is in it by then', async () => {
  const out = path.join(folder, 'a', 'b');
  await expect(
    withOutputFolder(out, () => {
      throw new Error('stopped');
    }),
  ).rejects.toThrow('stopped');
  expect(readdirSync(folder)).toEqual([]);
  await withOutputFolder(out, () => writeFileSync(path.join(out, 'report.json'), '{}'));
  expect(readdirSync(out)).toEqual(['report.json']);
});

test.each([
  ['run', () => ['run', '--only', 'partner-onboarding/partners/create/**', '--out', folder]],
  ['judge', () => ['judge', path.join(folder, 'evidence'), '--out', folder]],
  ['merge', () => ['merge', path.join(folder, 'shard'), '--out', folder]],
  ['run --clean', () => ['run', '--clean', path.join(folder, 'leftovers.ndjson')]],
])('%s waits for nobody: it ends with 2', async (_name, args) => {
  writeFileSync(path.join(folder, 'leftovers.ndjson'), '');
  left({ host: hostname(), pid, started: startOf(pid) });
  const { code, stderr } = await atOnce(args());
  expect(stderr).toContain(`another run is writing to ${folder} (process ${pid})`);
  expect(code).toBe(2);
});
