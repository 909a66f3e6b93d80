import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Drift } from '../../src/openapi/drift.ts';
import { library } from './library.ts';
import { edit, plumbline, ROOT, tempFolder } from './support.ts';

const LIBRARY = ['--spec', '1.10'];

/** A library with its export beside it, in the form that the ending says. */
async function exported(name: string): Promise<{ readonly root: string; readonly file: string }> {
  const root = library();
  const file = path.join(root, name);
  const ended = await plumbline(['openapi', 'export', ...LIBRARY, '--out', file], { cwd: root });
  expect(ended).toMatchObject({ code: 0, stderr: '', stdout: `${file}: library 1.10\n` });
  return { root, file };
}

describe('plumbline openapi export', () => {
  it('prints JSON where no file is named, and writes what the ending of a file says', async () => {
    const { root, file } = await exported('out/library.yaml');
    const printed = await plumbline(['openapi', 'export', ...LIBRARY], { cwd: root });
    expect(printed.code).toBe(0);
    expect(JSON.parse(printed.stdout)).toMatchObject({ openapi: '3.1.0', info: { title: 'Library', version: '1.10' } });
    expect(readFileSync(file, 'utf8')).toMatch(/^openapi: 3\.1\.0\n[^]*version: "1\.10"/);
    const json = await exported('library.json');
    expect(readFileSync(json.file, 'utf8')).toBe(printed.stdout);
  });

  it("takes a target's answers, and then needs no version where the target has one", async () => {
    const root = library();
    const ended = await plumbline(['openapi', 'export', '--target', 'reading-room'], { cwd: root });
    expect(JSON.parse(ended.stdout)).toMatchObject({
      'x-plumbline-open-points': { 'library.shelf-mark-since': { value: '1.10', answered: true } },
    });
  });

  it.each<readonly [string, readonly string[], RegExp]>([
    ['no version', [], /library has several versions[^]*oldest first: 1\.9, 1\.10/],
    ['an unknown version', ['--spec', '2'], /has no version "2"[^]*1\.9, 1\.10/],
    ['an unknown service', ['--service', 'libary'], /did you mean "library"\?/],
    ['an unknown target', ['--target', 'nobody'], /unknown target "nobody"/],
    ['another ending', [...LIBRARY, '--out', 'library.txt'], /library\.txt must end in \.json, \.yaml or \.yml/],
    ['a place where nothing can be written', [...LIBRARY, '--out', '/dev/null/library.json'], /cannot be written/],
    [
      'a base without operations',
      [...LIBRARY, '--base', 'identity-provider'],
      /no operations of the identity-provider/,
    ],
    ['another base', ['--base', 'moon'], /Allowed choices are service, identity-provider/],
  ])('says what is wrong with %s', async (_what, args, message) => {
    const ended = await plumbline(['openapi', 'export', ...args], { cwd: library() });
    expect(ended.code).toBe(2);
    expect(ended.stdout).toBe('');
    expect(ended.stderr).toMatch(message);
    expect(ended.stderr).not.toMatch(/^\s+at /m);
  });
});

describe('plumbline openapi drift', () => {
  it('finds nothing between an export and its contract, in either form', async () => {
    for (const name of ['library.yml', 'library.json']) {
      const { root, file } = await exported(name);
      const ended = await plumbline(['openapi', 'drift', file, ...LIBRARY], { cwd: root });
      expect(ended).toMatchObject({
        code: 0,
        stderr: '',
        stdout: expect.stringContaining('no differences\n') as string,
      });
    }
  });

  it('ends with 1 where something contradicts, and tells it', async () => {
    const { root, file } = await exported('library.yaml');
    edit(file, '              $ref: "#/components/schemas/NewBooks"', '              type: array');
    const [text, json] = await Promise.all([
      plumbline(['openapi', 'drift', file, ...LIBRARY], { cwd: root }),
      plumbline(['openapi', 'drift', file, ...LIBRARY, '--json'], { cwd: root }),
    ]);
    expect(text.code).toBe(1);
    expect(text.stdout).toMatch(
      /^library 1\.10 and "Library" 1\.10: CONTRADICTIONS FOUND\n\nbooks\/create\n {2}! request: other type \(contract object; document array\)/,
    );
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({
      schema: 'plumbline.drift/1',
      service: 'library',
      spec: '1.10',
      published: { title: 'Library', version: '1.10' },
      differences: [{ rule: 'type', weight: 'contradicts', operation: 'books/create', where: 'books/create request' }],
      counts: { contradicts: 1, missing: 0, extra: 0 },
    });
  });

  it.each<readonly [string, string, RegExp]>([
    ['a page', '<html></html>', /not an OpenAPI document/],
    ['Swagger', '{"swagger":"1.2"}', /Swagger 1\.2 is not supported[^]*or Swagger 2\.0 document/],
    ['broken YAML', 'openapi: "3.1.0\n', /published\.yaml:\d+:\d+: /],
  ])('refuses %s', async (_what, text, message) => {
    const root = library();
    const file = path.join(root, 'published.yaml');
    writeFileSync(file, text);
    const ended = await plumbline(['openapi', 'drift', file, ...LIBRARY], { cwd: root });
    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(message) as string });
    expect(ended.stderr).not.toMatch(/^\s+at /m);
  });

  it.each<readonly [string, readonly string[], RegExp]>([
    ['a file that is not there', ['nowhere.json', ...LIBRARY], /nowhere\.json cannot be read: no such file/],
    ['a folder', ['.', ...LIBRARY], /it is a folder/],
    ['nothing', LIBRARY, /missing required argument 'published'/],
    ['an address that nobody answers at', ['http://127.0.0.1:9/openapi.json', ...LIBRARY], /refused the connection/],
    ['no version', ['x.json'], /several versions/],
  ])('refuses %s', async (_what, args, message) => {
    const ended = await plumbline(['openapi', 'drift', ...args], { cwd: library() });
    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(message) as string });
    expect(ended.stderr).not.toMatch(/^\s+at /m);
  });
});

describe('a definition at an address', () => {
  let server: Server;
  let base: string;
  let document: string;

  beforeAll(async () => {
    document = readFileSync((await exported('library.json')).file, 'utf8');
    server = createServer((request, response) => {
      if (request.url === '/moved') response.writeHead(302, { location: '/openapi.json?key=secret' }).end();
      else if (request.url?.startsWith('/openapi.json') === true) response.end(`\uFEFF${document}`);
      else if (request.url === '/closed') response.writeHead(401).end();
      else if (request.url === '/round') response.writeHead(302, { location: '/round' }).end();
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it('is fetched, and looked for where it has moved to', async () => {
    const ended = await plumbline(['openapi', 'drift', `${base}/moved`, ...LIBRARY], { cwd: library() });
    expect(ended).toMatchObject({ code: 0, stderr: '' });
  });

  it.each([
    ['/closed', /returned 401[^]*The address requires a token/],
    ['/elsewhere?key=secret', /returned 404[^]*Check the address/],
    ['/round', /returned 302/],
  ])('at a wrong address is an error: %s', async (place, message) => {
    const ended = await plumbline(['openapi', 'drift', `${base}${place}`, ...LIBRARY], { cwd: library() });
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringMatching(message) as string });
    expect(ended.stderr).not.toContain('secret');
  });

  it('is not compared if it refers to an address, since parts of it would be missing', async () => {
    const file = path.join(ROOT, 'tests', 'cases', 'init', 'remote-reference.yaml');
    const ended = await plumbline(['openapi', 'drift', file, ...LIBRARY], { cwd: library() });
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(/refers to https:.*, which is not read \[openapi-reference\]/);
  });
});

interface Serving {
  readonly services: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly target: string;
}

describe('what the reference services publish', () => {
  let child: ChildProcess;
  let serving: Serving;

  beforeAll(async () => {
    child = spawn(process.execPath, [path.join(ROOT, 'bin', 'plumbline.js'), 'serve', '--while-stdin'], {
      cwd: tempFolder(),
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    serving = await new Promise<Serving>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', () => reject(new Error('the services did not start')));
      child.stdout?.once('data', (data: Buffer) => resolve(JSON.parse(data.toString()) as Serving));
    });
  });

  afterAll(() => child.kill());

  // Written independently from the same documents. The definition lets a PATCH carry the census date, as the service
  // does as long as it stays the same; the contract says that one which changes it is refused.
  const CENSUS_DATE = 'member-fixed: unit-enrolments/update request unit_enrolment.unit_of_study_census_date';
  // The documents do not say what changed in 3.0.8: the defaults of these open points are examples (`sample: true`).
  const EXAMPLES = [
    ['loans/read response 200 result.loan.loan_status_code', 'student-reporting.loans.changes-3.0.8'],
    ['loans/list response 200 result[].loan.loan_status_code', 'student-reporting.loans.changes-3.0.8'],
    ['loans/read response 200 result.loan.loan_status_code', 'student-reporting.loans.changes-3.0.8'],
    ['loans/list response 200 result[].loan.loan_status_code', 'student-reporting.loans.changes-3.0.8'],
    [
      'unit-enrolments/create request [].unit_enrolment.course_assurance_indicator',
      'student-reporting.unit-enrolments.changes-3.0.8',
    ],
    [
      'unit-enrolments/create request [].unit_enrolment.recognition_of_prior_learning_code',
      'student-reporting.unit-enrolments.changes-3.0.8',
    ],
    [
      'units-of-study/create request [].unit_of_study.unit_of_study_effective_to_date',
      'student-reporting.units-of-study.changes-3.0.8',
    ],
  ];
  it.each<readonly [string, string, readonly string[]]>([
    ['partner-onboarding', '1.0.0', []],
    ['student-reporting', '2.1.05', []],
    ['student-reporting', '2.1.06', []],
    ['student-reporting', '3.0.8', [CENSUS_DATE]],
    ['student-reporting', '4.0.1', [CENSUS_DATE]],
  ])('is no contradiction to the contract of %s %s', async (service, spec, known) => {
    const url = `${serving.services[service]?.[spec] ?? ''}/openapi.json`;
    const ended = await plumbline([
      'openapi',
      'drift',
      url,
      '--service',
      service,
      '--spec',
      spec,
      '--target',
      serving.target,
      '--json',
    ]);
    expect(ended.stderr).toBe('');
    const drift = JSON.parse(ended.stdout) as Drift;
    expect(drift.published.version).toBe(spec);
    expect(
      drift.differences.filter(({ weight }) => weight === 'contradicts').map(({ rule, where }) => `${rule}: ${where}`),
    ).toEqual([]);
    expect(
      drift.differences.filter(({ rule }) => rule === 'member-fixed').map(({ rule, where }) => `${rule}: ${where}`),
    ).toEqual(known);
    // Nothing is left out, and nothing is there that the contract does not know.
    expect(drift.differences.filter(({ rule }) => rule.startsWith('operation-') || rule === 'member-needed')).toEqual(
      [],
    );
    // The target confirms every default, except those that are only examples.
    const assumed = drift.differences.filter((one) => one.assumed);
    expect(assumed.map(({ where, restsOn }) => [where, ...restsOn])).toEqual(known.length > 0 ? EXAMPLES : []);
    expect(drift.counts.assumed).toBe(assumed.length);
    expect(ended.code).toBe(0);
  });
});
