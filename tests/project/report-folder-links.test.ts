/** A symbolic link in the folder of a report, which a pull request can commit, is never written through. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkOutput, lockOutput, openInReport, writeAtomically } from '../../src/project/output.ts';
import { atOnce } from '../cli/support.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'plumbline-links-'));
  mkdirSync(path.join(folder, 'out'));
  mkdirSync(path.join(folder, 'elsewhere'));
  writeFileSync(path.join(folder, 'elsewhere', 'profile'), 'mine\n');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const inOut = (name: string): string => path.join(folder, 'out', name);
const elsewhere = (): string => path.join(folder, 'elsewhere', 'profile');

function expectUntouched(): void {
  expect(readdirSync(path.join(folder, 'elsewhere'))).toEqual(['profile']);
  expect(readFileSync(elsewhere(), 'utf8')).toBe('mine\n');
}

const NAMES = [
  'unfinished.ndjson',
  'leftovers.ndjson',
  'waivers-proposed.yaml',
  'report.json',
  'overview.json',
  'index.html',
];

test.each(NAMES)('%s as a link to a file is refused, and the file stays as it is', async (name) => {
  symlinkSync(elsewhere(), inOut(name));
  const words = `${inOut(name)} is a symbolic link`;
  for (const take of [checkOutput, lockOutput]) expect(() => take(path.join(folder, 'out'))).toThrow(words);
  const ended = await atOnce(['run', '--out', path.join(folder, 'out')]);
  expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining(words)]);
  expectUntouched();
});

test.each(['evidence', 'allure-results', '.plumbline-former', '.plumbline-fresh', '.plumbline-lock'])(
  '%s as a link to a folder is refused, and nothing in that is moved or removed',
  (name) => {
    symlinkSync(path.join(folder, 'elsewhere'), inOut(name));
    if (name === '.plumbline-former') {
      mkdirSync(inOut('.plumbline-fresh'));
      writeFileSync(inOut('.plumbline-fresh/report.json'), '{}');
    }
    expect(() => checkOutput(path.join(folder, 'out'))).toThrow('is a symbolic link');
    expectUntouched();
  },
);

test('send refuses a link in its folder, and whatever appends to a report folder does', async () => {
  symlinkSync(elsewhere(), inOut('leftovers.ndjson'));
  expect(() => openInReport(inOut('leftovers.ndjson'), 'a')).toThrow('is a symbolic link');
  mkdirSync(path.join(folder, 'reports'));
  symlinkSync(path.join(folder, 'out'), path.join(folder, 'reports', 'send'));
  const ended = await atOnce(['send', 'books/create/outcome.accepted'], { cwd: folder });
  expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('leftovers.ndjson is a symbolic link')]);
  expectUntouched();
});

test.each([
  ['reports', 'reports', 'elsewhere'],
  ['reports/latest', 'reports/latest', 'elsewhere'],
])('%s as a link out of the working folder is refused, and a folder that somebody names is not', (_name, link, to) => {
  const before = process.cwd();
  mkdirSync(path.join(folder, 'work', path.dirname(link)), { recursive: true });
  symlinkSync(path.join(folder, to), path.join(folder, 'work', link));
  process.chdir(path.join(folder, 'work'));
  try {
    for (const take of [checkOutput, lockOutput])
      expect(() => take(path.resolve('reports', 'latest'))).toThrow('is a symbolic link to a folder outside');
    expectUntouched();
    symlinkSync(path.join(folder, 'out'), 'mine');
    expect(checkOutput('mine')).toBe(path.resolve('mine'));
  } finally {
    process.chdir(before);
  }
});

test('a list for --clean and a history that are links are refused', async () => {
  for (const name of ['leftovers.ndjson', 'list.ndjson']) symlinkSync(elsewhere(), inOut(name));
  writeFileSync(path.join(folder, 'empty'), '');
  symlinkSync(path.join(folder, 'empty'), inOut('history.ndjson'));
  for (const args of [
    ['--clean', inOut('list.ndjson')],
    ['--clean', inOut('leftovers.ndjson')],
    ['--history', inOut('history.ndjson'), '--out', path.join(folder, 'other')],
  ]) {
    const ended = await atOnce(['run', ...args]);
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('is a symbolic link')]);
  }
  expectUntouched();
  expect(readFileSync(path.join(folder, 'empty'), 'utf8')).toBe('');
});

test('a file that is replaced as a whole takes the place of the link', () => {
  symlinkSync(elsewhere(), inOut('lock'));
  writeAtomically(inOut('lock'), 'new\n');
  expect(readFileSync(inOut('lock'), 'utf8')).toBe('new\n');
  expectUntouched();
});

test.skipIf(process.platform === 'win32')('a pipe in its place is refused: a run would wait for it forever', () => {
  const pipe = inOut('unfinished.ndjson');
  mkdirSync(path.dirname(pipe), { recursive: true });
  rmSync(pipe, { force: true });
  execFileSync('mkfifo', [pipe]);
  expect(() => openInReport(pipe, 'w')).toThrow('is not a regular file');
  rmSync(pipe);
});
