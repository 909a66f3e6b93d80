/** A disk that is full, or may not be written to, is told as that: before anything is sent where it can be known, and never with a loss of what was judged. */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { BadInput } from '../../src/errors.ts';
import { asBadInputWithPath } from '../../src/project/files.ts';
import { LEFTOVERS, parseLeftovers } from '../../src/cleanup/leftovers-file.ts';
import { atOnce } from '../cli/support.ts';
import type { Ended } from '../ended.ts';
import { plumbline, reportOf, ROOT, serve, type Served, temporary } from './support.ts';

let served: Served;
let server: Server;
let asked = 0;
let counted = '';

beforeAll(async () => {
  served = await serve(['--service', 'student-reporting', '--spec', '4.0.1']);
  vi.stubEnv('TOKEN', 'a-token');
  server = createServer((_request, response) => {
    asked += 1;
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  counted = path.join(temporary(), 'target.yaml');
  const { port } = server.address() as AddressInfo;
  writeFileSync(
    counted,
    `target: counted\nenvironment: test\nservices:\n  partner-onboarding: { baseUrl: "http://127.0.0.1:${port}", bearer: { env: TOKEN } }\n`,
  );
});
afterAll(async () => {
  vi.unstubAllEnvs();
  server.close();
  await served.stop();
});

test.each([
  ['--state', (folder: string) => path.join(folder, 'file')],
  ['--state', (folder: string) => path.join(folder, 'file', 'below')],
  ['--state', () => '/proc/plumbline'],
  ['--history', (folder: string) => path.join(folder, 'file', 'history.ndjson')],
  ['--history', () => '/proc/plumbline/history.ndjson'],
])('%s that cannot be written is refused before anything is sent, and nothing is left', async (option, place) => {
  const folder = temporary();
  writeFileSync(path.join(folder, 'file'), '');
  asked = 0;
  const out = path.join(folder, 'out');
  const { code, stderr } = await atOnce(['run', '--target', counted, '--out', out, option, place(folder)]);
  expect(stderr).toMatch(/(cannot be written|is not a folder).* \[bad-output\]\n/);
  expect(stderr).toContain(`Choose another ${option === '--history' ? 'file' : 'folder'} with ${option}.`);
  expect(code).toBe(2);
  expect(asked).toBe(0);
  expect(readdirSync(folder)).toEqual(['file']);
});

/** With files of so many blocks at most, each of 1024 bytes. */
function limited(blocks: number, args: readonly string[]): Promise<Ended> {
  const line = `ulimit -f ${blocks} && exec "$0" "$@"`;
  const launcher = path.join(ROOT, 'bin', 'plumbline.js');
  const child = spawn('bash', ['-c', line, process.execPath, launcher, ...args], { cwd: temporary() });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (data: Buffer) => (stdout += data.toString()));
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })));
}

const ONLY = ['--only', 'student-reporting/{students,courses}/{create,update,read}/**'];

test('a disk that fills in mid-run ends it in words; what was made is removed, and what was judged is gone on with', async () => {
  const out = path.join(temporary(), 'out');
  const ended = await limited(700, ['run', '--target', served.target, ...ONLY, '--out', out]);
  expect(ended.stderr).toContain(
    `${path.join(out, 'unfinished.ndjson')} cannot be written: it exceeds the maximum file size (EFBIG)`,
  );
  expect(ended.stderr).toContain(`run --resume ${out}" continues it`);
  expect(ended.stderr).not.toMatch(/ {4}at |internal error/);
  expect(ended.code).toBe(2);
  const list = readFileSync(path.join(out, LEFTOVERS), 'utf8');
  expect(list).toContain('"made"');
  expect(parseLeftovers(list)).toEqual([]);
  const resumed = await plumbline(['run', '--resume', out]);
  expect(resumed.code, resumed.stdout + resumed.stderr).toBe(0);
  expect(reportOf(out).checks.some(({ verdict }) => verdict === 'untested')).toBe(false);
});

test.each([
  [LEFTOVERS, 'EISDIR'],
  ['unfinished.ndjson', 'EISDIR'],
])('where %s cannot be written at all, it is told, and nothing is made', async (file, code) => {
  const out = path.join(temporary(), 'out');
  mkdirSync(path.join(out, file), { recursive: true });
  const ended = await plumbline(['run', '--target', served.target, ...ONLY, '--out', out]);
  expect(ended.stderr).toMatch(new RegExp(`${path.join(out, file)} cannot be written: .* \\(${code}\\)`));
  expect(ended.stderr).not.toMatch(/ {4}at |internal error/);
  expect(ended.code).toBe(2);
  expect(readdirSync(out)).not.toContain('report.json');
});

test.each(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO', 'EMFILE'])('%s of any file is nobody’s defect', (code) => {
  const told = asBadInputWithPath(Object.assign(new Error('no'), { code, path: '/somewhere/file' }));
  expect(told).toBeInstanceOf(BadInput);
  expect(String(told)).toContain(`/somewhere/file cannot be written: `);
});

test('what else goes wrong with a file that nobody named stays a defect', () => {
  const error = Object.assign(new Error('no'), { code: 'ENOENT', path: '/somewhere/file' });
  expect(asBadInputWithPath(error)).toBe(error);
});
