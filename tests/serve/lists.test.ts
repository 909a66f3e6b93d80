/** A list of reference data that the service itself gives out answers an open point: it is read before anything is planned. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadTarget } from '../../src/load/load-target.ts';
import { loadRun } from '../../src/project/session.ts';
import type { RunSettings } from '../../src/project/settings.ts';
import { type CodeLists, readCodeLists } from '../../src/run/code-lists.ts';
import { problemsOf } from '../load/support.ts';
import { project, ROOT } from '../plan/support.ts';

const POINT = 'student-reporting.languages.reference-data';
const LISTS: Readonly<Record<string, readonly [number, string]>> = {
  '/languages': [200, JSON.stringify({ result: [{ language: { code: '0101' } }, { language: { code: 202 } }] })],
  '/plain': [200, '["0101","0101","0303"]'],
  '/gone': [404, '{}'],
  '/text': [200, 'no JSON'],
  '/objects': [200, '[{}]'],
};

const asked: IncomingMessage[] = [];
const server = createServer((request, response) => {
  asked.push(request);
  const [status, body] = LISTS[request.url ?? ''] ?? [404, '{}'];
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
});
const folder = mkdtempSync(path.join(tmpdir(), 'lists-'));
let address = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => void asked.splice(0));
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const ENV = { TOKEN: 'a-token-of-the-target' };

function settings(answers: string, more = ''): RunSettings {
  const target = path.join(folder, `${Math.random()}.yaml`);
  writeFileSync(
    target,
    `target: acme\nenvironment: test\nservices:\n  student-reporting: { baseUrl: "${address}", spec: ["3.0.8", "4.0.1"], bearer: { env: TOKEN } }\n${answers}${more}`,
  );
  return { runId: 'lists', root: ROOT, target, out: folder };
}

function reading(list: string): Promise<CodeLists> {
  return readCodeLists(settings(`answers:\n  ${POINT}: ${list}\n`), ENV);
}

describe('a list of the service', () => {
  test('is read of each version, with the token of the target, and answers the open point', async () => {
    const { settings: read, stops } = await reading('{ list: /languages, codes: "/result/*/language/code" }');
    expect(stops).toEqual([]);
    expect(asked.map(({ method, url }) => `${method ?? ''} ${url ?? ''}`)).toEqual([
      'GET /languages',
      'GET /languages',
    ]);
    expect(asked.map(({ headers }) => headers['access-token'])).toEqual([ENV.TOKEN, ENV.TOKEN]);
    expect(asked.map(({ headersDistinct: { accept } }) => accept)).toEqual([
      ['application/json'],
      ['application/json'],
    ]);
    const { scopes } = loadRun(read, ENV);
    for (const scope of scopes) {
      expect(scope.answer(POINT)).toEqual(['0101', '202']);
      expect([scope.isAnswered(POINT), scope.isSample(POINT)]).toEqual([true, false]);
    }
    await readCodeLists(read, ENV);
    expect(asked).toHaveLength(2);
  });

  test('of another host is asked for with nothing of the target', async () => {
    const { settings: read } = await reading(`{ list: "${address}/plain" }`);
    expect(asked[0]?.headers).not.toHaveProperty('access-token');
    expect(JSON.stringify(asked[0]?.headers)).not.toContain(ENV.TOKEN);
    expect(loadRun(read, ENV).scopes[0]?.answer(POINT)).toEqual(['0101', '0303']);
  });

  test('gives way to what the target answers for a version', async () => {
    const answers = `answers:\n  ${POINT}: { list: /plain }\nanswersIn:\n  "4.0.1": { ${POINT}: ["0404", "0505"] }\n`;
    const { settings: read } = await readCodeLists(settings(answers), ENV);
    expect(loadRun(read, ENV).scopes.map((scope) => [scope.version, scope.answer(POINT)])).toEqual([
      ['3.0.8', ['0101', '0303']],
      ['4.0.1', ['0404', '0505']],
    ]);
  });

  test.each([
    ['/gone', 'returned 404'],
    ['/text', 'no JSON'],
    ['/objects', 'that is not a code'],
    ['/languages', 'returned no value at'],
  ])('that cannot be read stops the run: %s', async (list, cause) => {
    const { stops } = await reading(`{ list: ${list}, codes: "${list === '/languages' ? '/data/*' : '/*'}" }`);
    expect(stops.map(({ specs }) => specs)).toEqual([['3.0.8'], ['4.0.1']]);
    expect(stops[0]?.cause).toContain(cause);
    expect(stops[0]?.hint).toContain('{ file: codes.yaml }');
  });

  test('is no answer before it is read: nothing of the samples is tried', () => {
    const { scopes } = loadRun(settings(`answers:\n  ${POINT}: { list: /plain }\n`), ENV);
    expect(scopes.map((scope) => scope.isSample(POINT))).toEqual([true, true]);
  });

  test.each([
    ['{ list: languages }', 'must be a path'],
    ['{ list: /plain, code: "/*" }', 'has an unknown key "code"'],
    ['{ list: /plain, codes: code }', 'JSON pointer'],
  ])('that is written wrong is told where it stands: %s', (list, message) => {
    const { target } = settings(`answers:\n  ${POINT}: ${list}\n`);
    expect(problemsOf(() => loadTarget(target, ROOT, ENV, project))).toMatchObject([
      { code: 'wrong-value', line: 6, message: expect.stringContaining(message) as unknown },
    ]);
  });
});
