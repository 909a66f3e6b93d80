/** What there is one of is as it was after a run, however that ends, or somebody is told. */
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { LEFTOVERS } from '../../src/cleanup/leftovers-file.ts';
import { atOnce } from '../cli/support.ts';
import type { Ended } from '../ended.ts';
import { killTree, plumbline, reportOf, temporary, withoutRateLimit } from './support.ts';

/** What somebody set; `$ref` is a word of plans, and no more than a text to those who store it. */
const BEFORE = { city: 'Oldtown', note: { $ref: 'read#/city' } };

interface Settings {
  readonly url: string;
  now: unknown;
  /** PUTs so far. */
  writes: number;
  /** What a read returned place of the settings. */
  hides: number | undefined;
  /** Status of a PUT that would restore the settings once they are changed. */
  refuses: number | undefined;
  /** Cities are stored otherwise than they were sent, and no answer to a PUT shows it. */
  violates: boolean;
  /** Shown with them; the contract does not name it. */
  revision: number | undefined;
  /** Called by a PUT that changes the settings, from the third on, once it is stored: it is never answered. */
  held: (() => void) | undefined;
  readonly close: () => Promise<void>;
}

const UNCHANGED: Omit<Settings, 'url' | 'close'> = {
  now: BEFORE,
  writes: 0,
  hides: undefined,
  refuses: undefined,
  revision: undefined,
  violates: false,
  held: undefined,
};

async function openSettings(): Promise<Settings> {
  const shown = (settings: unknown): unknown =>
    state.revision === undefined ? settings : { ...(settings as object), revision: (state.revision += 1) };
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (more: string) => (text += more));
    request.on('end', () => {
      const answer = (status: number, body: unknown): void => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      };
      if (request.url !== '/settings') return answer(404, { message: 'no such thing' });
      if (request.method === 'GET')
        return answer(state.hides ?? 200, state.hides === undefined ? shown(state.now) : {});
      if (request.method !== 'PUT') return answer(405, { message: 'not offered' });
      const sent = parsed(text);
      if (sent === undefined) return answer(400, { message: 'not well' });
      state.writes += 1;
      const [before, now] = [JSON.stringify(BEFORE), JSON.stringify(state.now)];
      if (state.refuses !== undefined && JSON.stringify(sent) === before && now !== before)
        return answer(state.refuses, { message: 'not now' });
      state.now = state.violates && sent.city !== BEFORE.city ? { city: sent.city.toLowerCase() } : sent;
      if (state.writes >= 3 && state.held !== undefined && JSON.stringify(sent) !== before) return state.held();
      return answer(200, state.violates ? {} : shown(sent));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const state: Settings = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...UNCHANGED,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return state;
}

function parsed(text: string): { readonly city: string } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isWell = typeof value === 'object' && value !== null && 'city' in value && typeof value.city === 'string';
    return isWell ? { ...value, city: value.city as string } : undefined;
  } catch {
    return undefined;
  }
}

async function project(url: string): Promise<string> {
  const folder = path.join(temporary(), 'settings');
  const document = path.join(temporary(), 'settings.yaml');
  const settings =
    '{ type: object, required: [city], properties: { city: { type: string, example: Newtown }, note: { type: object } } }';
  const content = `content: { application/json: { schema: ${settings} } }`;
  const shown = `responses: { "200": { description: as they are, ${content} } }`;
  writeFileSync(
    document,
    [
      'openapi: 3.1.0',
      'info: { title: Settings, version: "1.0" }',
      `servers: [{ url: "${url}" }]`,
      'paths:',
      '  /settings:',
      `    get: { ${shown} }`,
      `    put: { requestBody: { required: true, ${content} }, ${shown} }`,
    ].join('\n'),
  );
  const made = await atOnce(['init', folder, '--openapi', document, '--service', 'settings']);
  expect(made.code, made.stderr).toBe(0);
  withoutRateLimit(folder);
  return folder;
}

let service: Settings;
let folder: string;
beforeAll(async () => {
  service = await openSettings();
  folder = await project(service.url);
});
afterAll(() => service.close());
beforeEach(() => {
  Object.assign(service, UNCHANGED);
  rmSync(path.join(folder, 'out'), { recursive: true, force: true });
});

const run = (args: readonly string[] = []): Promise<Ended> =>
  atOnce(['run', '--target', 'test', '--out', 'out', ...args], { cwd: folder });
const journal = (): string => path.join(folder, 'out', LEFTOVERS);

let afterKill: { readonly out: string; readonly now: unknown } | undefined;

/** State after a run that was killed before the response to a stored change. The first call runs and kills it, later calls restore the copy. */
async function killed(): Promise<void> {
  const out = path.join(folder, 'out');
  if (afterKill === undefined) {
    let pid = 0;
    service.held = () => killTree(pid);
    await plumbline(['run', '--target', 'test', '--out', 'out'], { cwd: folder, onOutput: (_text, id) => (pid = id) });
    service.held = undefined;
    expect(service.now).not.toEqual(BEFORE);
    afterKill = { out: path.join(temporary(), 'out'), now: service.now };
    cpSync(out, afterKill.out, { recursive: true });
  } else cpSync(afterKill.out, out, { recursive: true });
  service.now = afterKill.now;
}

const clean = (): Promise<Ended> => atOnce(['run', '--clean', path.join('out', LEFTOVERS)], { cwd: folder });

it('is as it was after a run that changed it, and nothing is listed', async () => {
  const ended = await run();
  expect(service.writes, ended.stdout + ended.stderr).toBeGreaterThan(3);
  expect(service.now).toEqual(BEFORE);
  expect(existsSync(journal())).toBe(false);
});

it('is as it was after a run of a service that stores what nobody sent, and does not show it', async () => {
  service.violates = true;
  const ended = await run();
  expect(service.writes, ended.stdout + ended.stderr).toBeGreaterThan(3);
  expect(service.now).toEqual(BEFORE);
  expect(existsSync(journal())).toBe(false);
});

it('is put back by --clean after a run that was killed', async () => {
  await killed();
  const cleaned = await clean();
  expect(cleaned.stdout, cleaned.stderr).toBe('restored 1 of 1 resource\n');
  expect(service.now).toEqual(BEFORE);
  expect(existsSync(journal())).toBe(false);
});

const CHANGED = 'city: changed by another client since the run';

it('is not written where it has a field that the contract does not name', async () => {
  service.revision = 1;
  const ended = await run();
  expect(service.writes, ended.stdout + ended.stderr).toBe(0);
  expect(ended.stdout).toContain('/settings has the field "revision"');
});

it('is not written where it is as it was already, and nothing is left', async () => {
  await killed();
  service.now = { ...BEFORE };
  const { writes } = service;
  const cleaned = await clean();
  expect(cleaned.stdout, cleaned.stderr).toBe('1 resource unchanged: no restore needed\n');
  expect([service.writes, cleaned.code, existsSync(journal())]).toEqual([writes, 0, false]);
});

it('is left by --clean as somebody else set it meanwhile, which is told with what to do', async () => {
  await killed();
  service.now = { ...BEFORE, city: 'Elsewhere' };
  const { writes } = service;
  const cleaned = await clean();
  expect(cleaned.stdout, cleaned.stderr).toContain('restored 0 of 1 resource\n');
  expect(cleaned.stdout).toContain(`${CHANGED}. Restore it by hand, or delete its line in the file`);
  expect([service.writes, service.now, cleaned.code]).toEqual([writes, { ...BEFORE, city: 'Elsewhere' }, 3]);
  expect(readFileSync(journal(), 'utf8')).toContain(JSON.stringify(BEFORE));
});

it('is left by --clean where nobody can see what it is', async () => {
  await killed();
  const { writes } = service;
  service.hides = 500;
  const cleaned = await clean();
  expect(cleaned.stdout, cleaned.stderr).toContain('the current state is unknown: GET returned 500');
  expect([service.writes, cleaned.code]).toEqual([writes, 3]);
});

it('is left by --resume as somebody else set it meanwhile, which is told', async () => {
  await killed();
  service.now = { ...BEFORE, city: 'Elsewhere' };
  const resumed = await atOnce(['run', '--resume', 'out'], { cwd: folder });
  expect(service.now, resumed.stdout + resumed.stderr).toEqual({ ...BEFORE, city: 'Elsewhere' });
  expect(reportOf(path.join(folder, 'out')).run.leftovers).toMatchObject([
    { endpoint: 'settings', count: 1, changed: true, why: expect.stringContaining(CHANGED) as string },
  ]);
});

it('is put back by --resume before it is read again', async () => {
  await killed();
  const resumed = await atOnce(['run', '--resume', 'out'], { cwd: folder });
  expect(service.now, resumed.stdout + resumed.stderr).toEqual(BEFORE);
  expect(existsSync(journal())).toBe(false);
});

it('is told and listed where the service refuses to have it put back', async () => {
  service.refuses = 403;
  const ended = await run();
  expect(ended.stdout).toContain('Orphaned records: 1 resource changed and not restored');
  const [left] = reportOf(path.join(folder, 'out')).run.leftovers ?? [];
  expect(left).toMatchObject({ endpoint: 'settings', count: 1, changed: true, why: 'PUT returned 403' });
  expect(JSON.parse(readFileSync(journal(), 'utf8'))).toMatchObject({
    changed: { restore: { method: 'PUT', path: '/settings', body: BEFORE } },
  });
});

it('is not written where nobody can see what it is', async () => {
  service.hides = 500;
  const ended = await run();
  expect(service.writes, ended.stdout + ended.stderr).toBe(0);
  expect(reportOf(path.join(folder, 'out')).checks.some(({ verdict }) => verdict === 'inconclusive')).toBe(true);
});
