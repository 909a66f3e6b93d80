/** `plumbline init` as a newcomer uses it: from a document, from one endpoint, and with what is wrong with either. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/model.ts';
import { depotDocument, openDepot, TOKEN, type Depot } from '../init/depot.ts';
import { atOnce, plumbline, tempFolder } from './support.ts';

const base = tempFolder();
let depot: Depot;

beforeAll(async () => {
  depot = await openDepot();
});
afterAll(async () => {
  await depot.close();
});

function reportIn(folder: string): Report {
  return JSON.parse(readFileSync(path.join(folder, 'reports', 'latest', 'report.json'), 'utf8')) as Report;
}

describe('from an OpenAPI document', () => {
  const folder = path.join(base, 'depot');

  it('writes a project without a problem, and tells what it left out', async () => {
    const file = path.join(base, 'depot.yaml');
    writeFileSync(file, depotDocument(depot.url));
    const made = await plumbline(['init', folder, '--openapi', file]);
    expect(made.code, made.stderr).toBe(0);
    expect(made.stdout).toMatch(/book-depot 2\.3, 8 operations of 4 endpoints, \d+ checks/);
    expect(made.stdout).toContain('SERVICE_TOKEN=…    access token');
    const lint = await plumbline(['lint'], { cwd: folder });
    expect(lint.code, lint.stdout + lint.stderr).toBe(0);
    expect(lint.stdout + lint.stderr).toContain('No problems: 1 service in 1 version');
    expect(readFileSync(path.join(folder, '.gitignore'), 'utf8')).toBe('reports/\n.plumbline/\n');
  });

  it('shows the token of its target for the commands of a report', async () => {
    const shown = await plumbline(['token', '--target', 'test'], { cwd: folder, env: { SERVICE_TOKEN: TOKEN } });
    expect(shown.code, shown.stderr).toBe(0);
    expect(shown.stdout).toBe(`export AUTHORIZATION='Bearer ${TOKEN}'\n`);
    expect(shown.stderr).not.toContain(TOKEN);
  });

  it('whose run judges every check of the service, and finds what is wrong with it', async () => {
    // Faster than the draft allows, so that the test is.
    const target = path.join(folder, 'targets', 'test', 'target.yaml');
    writeFileSync(target, readFileSync(target, 'utf8').replace('requestsPerSecond: 20', 'requestsPerSecond: 500'));
    const run = await atOnce(['run', '--target', 'test'], { cwd: folder, env: { SERVICE_TOKEN: TOKEN } });
    expect(run.code, run.stdout + run.stderr).toBe(1);
    const { checks } = reportIn(folder);
    expect(
      checks
        .filter((c) => c.verdict === 'inconclusive' || c.verdict === 'untested')
        .map((c) => `${c.id}: ${c.cause ?? ''}`),
    ).toEqual([]);
    // The form of a refusal is a check beside it.
    const of = (part: string): readonly string[] => checks.filter((c) => c.id.endsWith(part)).map((c) => c.verdict);
    expect(new Set(of('/outcome.accepted'))).toEqual(new Set(['pass']));
    expect(of('books/create/lifecycle.read-back')).toEqual(['pass']);
    expect(of('books/create/lifecycle.listed')).toEqual(['pass']);
    expect(of('books/delete/lifecycle.gone')).toEqual(['pass']);
    // It has no HEAD, which HTTP asks of general-purpose servers alone; and its document has no place where a refusal names the member.
    expect(checks.filter((c) => c.id.endsWith('books/read/method.head')).map((c) => c.verdict)).toEqual([
      'inapplicable',
    ]);
    expect(
      checks.filter((c) => /create\/input\.missing\/title(\/form)?$/.test(c.id)).map((c) => [c.verdict, c.basis]),
    ).toEqual([
      ['pass', 'assumed'],
      ['pass', 'assumed'],
    ]);
    expect(readFileSync(path.join(folder, 'reports', 'latest', 'index.html'), 'utf8')).not.toContain(TOKEN);
  });
});

it('from one running endpoint', async () => {
  const folder = path.join(base, 'observed');
  const made = await plumbline([
    'init',
    folder,
    '--endpoint',
    `${depot.url}/health`,
    '--service',
    'depot',
    '--bearer-env',
    'NO_SUCH_TOKEN',
  ]);
  expect(made.code, made.stderr).toBe(0);
  expect(made.stdout).toContain('depot 1.0.0, 1 operation of 1 endpoint, ');
  expect((await plumbline(['lint'], { cwd: folder })).code).toBe(0);
  const run = await atOnce(['run', '--target', 'test', '--only', 'outcome.accepted'], { cwd: folder });
  expect(
    reportIn(folder).checks.map((c) => `${c.id} ${c.verdict} ${c.basis}`),
    run.stdout + run.stderr,
  ).toEqual([
    'depot/health/read/outcome.accepted pass assumed',
    'depot/health/read/outcome.accepted/form pass assumed',
  ]);
});

it('what asks nobody who he is needs no token', async () => {
  const folder = path.join(base, 'open');
  const file = path.join(base, 'open.json');
  const paths = { '/a': { get: { responses: { 200: {} } } } };
  const servers = [{ url: depot.url }];
  writeFileSync(file, JSON.stringify({ openapi: '3.1.0', info: { title: 'Open', version: '1' }, servers, paths }));
  expect((await plumbline(['init', folder, '--openapi', file])).code).toBe(0);
  const ended = await plumbline(['token', '--target', 'test'], { cwd: folder });
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toMatch(/has no credentials for open[^]*requires no authentication/);
});

describe('what is wrong is told once, and nothing is written', () => {
  const document = path.join(base, 'broken.yaml');
  const swagger = path.join(base, 'swagger.json');
  const empty = path.join(base, 'empty.yaml');
  const silent = ['--endpoint', 'http://127.0.0.1:9/books'];

  beforeAll(() => {
    writeFileSync(document, 'openapi: 3.1.0\npaths: { /a: [\n');
    writeFileSync(swagger, '{"swagger":"1.2","paths":{}}');
    writeFileSync(empty, 'openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: {}\n');
    mkdirSync(path.join(base, 'full', 'contracts'), { recursive: true });
  });

  it.each<[string, readonly string[], RegExp]>([
    ['a folder with a project', ['full', '--openapi', empty], /contracts already exists/],
    ['neither source', ['new'], /init needs either --openapi or --endpoint/],
    [
      'both sources',
      ['new', '--openapi', empty, '--endpoint', 'http://127.0.0.1:9'],
      /init needs either --openapi or --endpoint/,
    ],
    ['a file that is not there', ['new', '--openapi', 'no-such.yaml'], /no-such\.yaml cannot be read/],
    ['a document that is broken', ['new', '--openapi', document], /broken\.yaml:\d+:\d+: /],
    ['another standard', ['new', '--openapi', swagger], /Swagger 1\.2/],
    ['a document without operations', ['new', '--openapi', empty], /no contract can be created from this document/],
    ['an address that is none', ['new', '--endpoint', 'books'], /needs an http or https address/],
    ['an address that does not answer', ['new', '--endpoint', 'http://127.0.0.1:9/books'], /refused the connection/],
    [
      'a header that has no name',
      ['new', ...silent, '--header', 'x tenant: acme'],
      /--header needs a name and a value/,
    ],
    [
      'a header that cannot be',
      ['new', ...silent, '--header', 'x-key: a\nb'],
      /x-key in --header contains a line break/,
    ],
    ['a name that is none', ['new', '--openapi', empty, '--service', 'My Service'], /is not a valid service name/],
  ])('%s', async (_what, args, message) => {
    const [dir = '', ...rest] = args;
    const ended = await plumbline(['init', path.join(base, dir), ...rest], { cwd: base });
    expect(ended.code, ended.stdout + ended.stderr).toBe(2);
    expect(ended.stderr).toMatch(message);
    expect(ended.stderr).not.toMatch(/^\s+at /m);
    expect(existsSync(path.join(base, 'new'))).toBe(false);
    expect(readdirSync(path.join(base, 'full'))).toEqual(['contracts']);
  });

  it('an endpoint that asks for a token', async () => {
    const ended = await plumbline([
      'init',
      path.join(base, 'new'),
      '--endpoint',
      `${depot.url}/books`,
      '--bearer-env',
      'NO_SUCH_TOKEN',
    ]);
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringMatching(/returned 401[^]*--bearer-env/) as string });
  });

  it('a token that no header can carry, which is not shown', async () => {
    const args = ['init', path.join(base, 'new'), ...silent, '--bearer-env', 'BROKEN'];
    const ended = await plumbline(args, { env: { BROKEN: 'a-token\nb' } });
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringMatching(/BROKEN contains a line break/) as string });
    expect(ended.stderr).not.toContain('a-token');
  });
});
