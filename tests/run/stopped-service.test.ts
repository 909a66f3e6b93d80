/** A service that a broken-off request stops is never admitted, and after a short outage a run goes back for what it took. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { atOnce } from '../cli/support.ts';
import { testOfAll } from '../part.ts';
import { playwright, reportOf, ROOT, temporary, withoutRateLimit } from './support.ts';

const CASE = path.join(ROOT, 'tests', 'cases', 'stopping-service');
const CHECK = 'notes/notes/create/raw.still-responds/raw';

let service: ChildProcess | undefined;
afterEach(async () => {
  if (service?.exitCode === null && service.kill()) await once(service, 'exit');
  service = undefined;
});

/** The service, and a project that was drafted for it. */
async function project(...restart: readonly string[]): Promise<string> {
  service = fork(path.join(CASE, 'server.mjs'), ['0', ...restart], { stdio: 'ignore' });
  const [{ port }] = (await once(service, 'message')) as [{ readonly port: number }];
  const folder = path.join(temporary(), 'notes');
  const document = path.join(temporary(), 'openapi.yaml');
  writeFileSync(document, readFileSync(path.join(CASE, 'openapi.yaml'), 'utf8').replace('4700', String(port)));
  const made = await atOnce(['init', folder, '--openapi', document]);
  expect(made.code, made.stderr).toBe(0);
  withoutRateLimit(folder);
  return folder;
}

const ONLY = ['--only', 'notes/notes/{create,list}/{raw.{chunked,still-responds},outcome.*}{,/**}'];

test('a service that comes back is sent the group once more, alone, and blocks', async () => {
  const folder = await project('1500');
  const { code, stdout } = await atOnce(['run', '--target', 'test', ...ONLY], { cwd: folder });
  expect(code, stdout).toBe(1);
  const { checks, decision } = reportOf(path.join(folder, 'reports', 'latest'));
  const found = checks.find(({ id }) => id === CHECK);
  expect(found?.verdict).toBe('fail');
  // Sent at the same time, any of the malformed requests may be the one that stops it.
  expect(found?.findings[0]?.actual).toMatch(/^stopped responding twice after POST \/notes \(/);
  expect(decision.reasons[0]?.text).toContain('one request stops the service for all clients');
});

test('a service that does not come back is not admitted by any policy', async () => {
  const folder = await project();
  const args = ['run', '--target', 'test', '--policy', 'explore', ...ONLY];
  const { code, stdout } = await atOnce(args, { cwd: folder });
  expect(code, stdout).toBe(3);
  expect(reportOf(path.join(folder, 'reports', 'latest')).decision.reasons[0]?.text).toMatch(
    /^notes 1\.0 stopped responding after POST \/notes( \(.+\))?, and did not respond at the end of the run\.$/,
  );
});

testOfAll('after a short outage the groups that it took are sent once more', async () => {
  const folder = await project('away', '60', '74');
  const { code, stdout, stderr } = await atOnce(['run', '--target', 'test'], { cwd: folder });
  const report = reportOf(path.join(folder, 'reports', 'latest'));
  const left = new Set(report.checks.flatMap(({ verdict, cause }) => (verdict === 'inconclusive' ? [cause] : [])));
  expect([...left], stdout + stderr).toEqual([]);
  expect(report.run.stopped).toBeUndefined();
  expect(code, stdout + stderr).not.toBe(3);
});

testOfAll('nor with Playwright', async () => {
  const folder = await project();
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  // The package is not installed here, so the suites cannot import it; without suites all contracts are tested.
  rmSync(path.join(folder, 'suites'), { recursive: true });
  const config = JSON.stringify(path.join(ROOT, 'src', 'playwright', 'config.ts'));
  writeFileSync(path.join(folder, 'playwright.config.ts'), `export { default } from ${config};\n`);
  const out = path.join(folder, 'out');
  const args = ['--grep', 'notes (create .*@raw|list .*@success)', '--workers=1'];
  const { code, stdout, stderr } = await playwright(args, out, { PLUMBLINE_TARGET: 'test' }, folder);
  expect(code, stdout + stderr).toBe(1);
  expect(stdout + stderr).toContain('notes@1.0 did not respond after the last test');
  const { decision } = reportOf(out);
  expect([decision.exitCode, decision.reasons[0]?.text]).toEqual([
    3,
    expect.stringMatching(
      /^notes 1\.0 stopped responding after POST \/notes( \(.+\))?, and did not respond at the end of the run\.$/,
    ),
  ]);
});
