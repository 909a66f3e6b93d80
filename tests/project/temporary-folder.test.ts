/** A run that was killed leaves its folder behind; the next one removes it, and nobody else's. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../src/project/temporary-folder.ts';

const HERE = hostname().replace(/[^\w]+/g, '_');
const before = process.env['TMPDIR'];
let scratch = '';

beforeEach(() => {
  scratch = mkdtempSync(path.join(tmpdir(), 'swept-'));
  process.env['TMPDIR'] = scratch;
});
afterEach(() => {
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
  rmSync(scratch, { recursive: true, force: true });
});

/** The number of a process that has ended. */
function dead(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

/** With the records of a run in it. */
function folder(name: string): string {
  const made = path.join(scratch, name);
  mkdirSync(made);
  writeFileSync(path.join(made, 'records'), 'x');
  return made;
}

test('folders of dead runs go, those of living ones and of others stay', () => {
  const gone = [dead(), dead()].flatMap((id) => [
    folder(`plumbline-run-${HERE}-${id}-abcdef`),
    folder(`plumbline-target-${HERE}-${id}-ABC123`),
  ]);
  const stay = [
    folder(`plumbline-run-${HERE}-${process.pid}-abcdef`),
    // The first process of all is alive, and nobody's own.
    folder(`plumbline-run-${HERE}-1-abcdef`),
    folder(`plumbline-run-${HERE}elsewhere-${dead()}-abcdef`),
    folder(`plumbline-run-${HERE}-${dead()}-abcdef-kept`),
    folder(`plumbline-reports-${dead()}`),
  ];
  const made = temporaryFolder('run');
  expect(gone.filter((one) => existsSync(one))).toEqual([]);
  expect(stay.filter((one) => !existsSync(one))).toEqual([]);
  expect(path.dirname(made)).toBe(scratch);
});

test('a link that reads like one is not followed, and not removed', () => {
  const somebody = folder('somebody');
  symlinkSync(somebody, path.join(scratch, `plumbline-run-${HERE}-${dead()}-abcdef`));
  temporaryFolder('target');
  expect(readdirSync(somebody)).toEqual(['records']);
});

test('the folder of a run that was killed goes with the next one', () => {
  const killed = spawnSync(
    process.execPath,
    [
      '--import',
      'tsx',
      '-e',
      `const { temporaryFolder } = await import(${JSON.stringify(new URL('../../src/project/temporary-folder.ts', import.meta.url).href)});
      temporaryFolder('run'); process.kill(process.pid, 'SIGKILL');`,
    ],
    { env: { ...process.env, TMPDIR: scratch }, encoding: 'utf8' },
  );
  expect(killed.signal, killed.stderr).toBe('SIGKILL');
  const [left = ''] = readdirSync(scratch).filter((name) => name.startsWith('plumbline-run-'));
  expect(left).not.toBe('');
  temporaryFolder('run');
  expect(existsSync(path.join(scratch, left))).toBe(false);
});
