/** What existed before a run is as it was, and every record that a run may have left is reported. */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { LEFTOVERS } from '../../src/cleanup/leftovers-file.ts';
import { atOnce } from '../cli/support.ts';
import { reportOf, ROOT, temporary } from './support.ts';

let stop = (): unknown => undefined;
afterEach(() => stop());

/** A copy of a case with its server running: where it is, and where the server is. */
async function opened(name: string, server: string, ...args: readonly string[]): Promise<readonly [string, string]> {
  const folder = path.join(temporary(), name);
  cpSync(path.join(ROOT, 'tests', 'cases', name), folder, { recursive: true });
  const child = spawn(process.execPath, [path.join(folder, server), ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  stop = () => child.kill();
  const port = await new Promise<string>((resolve) =>
    child.stdout.once('data', (data: Buffer) => resolve(data.toString().trim())),
  );
  return [folder, `http://127.0.0.1:${port}`];
}

async function planned(service: string, ...of: Parameters<typeof opened>): Promise<readonly [string, string]> {
  const [folder, url] = await opened(...of);
  mkdirSync(path.join(folder, 'specs', service, 'requirements'), { recursive: true });
  const target = path.join(folder, 'targets', 'test', 'target.yaml');
  writeFileSync(target, readFileSync(target, 'utf8').replace(/http:\/\/127[^"]*/, url));
  return [folder, url];
}

const asked = async (url: string): Promise<unknown> => (await fetch(url)).json();

interface Seat {
  readonly log: readonly string[];
  readonly seat: unknown;
}

it.each([
  ['existed before the run is not changed, and the report says why', 'taken'],
  ['the run created is deleted again', 'vacant'],
])('a singleton that %s', async (_what, state) => {
  const [folder, url] = await opened('only-one', 'seat.mjs', state);
  const before = ((await asked(`${url}/log`)) as Seat).seat;
  const document = path.join(folder, 'openapi.yaml');
  writeFileSync(document, readFileSync(document, 'utf8').replace(/http:\/\/127[^"]*/, url));
  const made = await atOnce(['init', folder, '--openapi', document, '--service', 'seats']);
  expect(made.code, made.stderr).toBe(0);
  const run = await atOnce(['run', '--target', 'test', '--only', 'seats/{seat/delete,leave}/**', '--out', 'out'], {
    cwd: folder,
  });
  const { seat, log } = (await asked(`${url}/log`)) as Seat;
  expect(seat, run.stdout + run.stderr).toEqual(before);
  const writes = log.filter((line) => /^(POST|PUT|PATCH|DELETE) /.test(line));
  const { checks } = reportOf(path.join(folder, 'out'));
  const refused = checks.filter(({ cause }) => cause?.includes('/seat exists before the run') === true);
  if (state === 'taken') expect(writes).toEqual([]);
  else expect(writes).toContain('DELETE /seat');
  expect(refused.length > 0).toBe(state === 'taken');
  expect(existsSync(path.join(folder, 'out', LEFTOVERS))).toBe(false);
});

it('a record that DELETE does not remove is an orphan, though DELETE returns 404', async () => {
  const [folder, url] = await planned('notes', 'delete-404', 'notes.mjs');
  const run = await atOnce(['run', '--target', 'test', '--only', 'notes/notes/read/**', '--out', 'out'], {
    cwd: folder,
  });
  const { count } = (await asked(`${url}/count`)) as { readonly count: number };
  expect(count).toBeGreaterThan(0);
  expect(run.stdout, run.stderr).toContain(`Orphaned records: ${count} record`);
  expect(reportOf(path.join(folder, 'out')).run.leftovers).toMatchObject([
    { endpoint: 'notes', count, why: 'DELETE returned 404, but a read still returns it' },
  ]);
  expect(
    readFileSync(path.join(folder, 'out', LEFTOVERS), 'utf8')
      .trim()
      .split('\n'),
  ).toHaveLength(count);
});

it('a record whose create was never answered is deleted, where the client chose its ID', async () => {
  const [folder, url] = await planned('shelf', 'nested-chosen', 'shelf-drop.mjs');
  const run = await atOnce(['run', '--target', 'test', '--only', 'shelf/shelves/{create,read}/**', '--out', 'out'], {
    cwd: folder,
  });
  expect(run.stdout, run.stderr).toContain('the connection was reset');
  expect(await asked(`${url}/count`)).toBe(0);
  expect(existsSync(path.join(folder, 'out', LEFTOVERS))).toBe(false);
});
