/** What people test APIs with, our own beside it: so many plain reads of one address, each with its status and its schema judged. */
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { listen, type Listening } from './listen.ts';
import { type Ended, LAUNCHER, ROOT, run } from './processes.ts';
import { READS_ONLY, writeReadsProject, writeReadsTarget } from './reads.ts';

/** Installed for the measurement, into its own folder. */
export const PACKAGES: readonly string[] = [
  'newman@6.2.2',
  'pactum@3.9.1',
  'stepci@2.8.2',
  'dredd@14.1.0',
  '@redocly/cli@2.77.0',
  'specmatic@2.55.1',
];

/** None of them calls home: where that cannot be reached, some end as if a test had failed. */
const QUIET = { STEPCI_DISABLE_ANALYTICS: '1', REDOCLY_TELEMETRY: 'off' };

const SCHEMA = { type: 'object' };

/** What is read, so many times. */
export interface Read {
  readonly url: string;
  readonly count: number;
}

interface Peer {
  readonly name: string;
  /** Writes what it is to run into its folder; returns the words that run it. */
  readonly prepare: (folder: string, read: Read) => readonly string[];
}

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);
const bin = (folder: string, ...place: readonly string[]): string => path.join(folder, 'node_modules', ...place);

/** Into a folder of its own each time. */
const runReads = (folder: string): readonly string[] => {
  const out = mkdtempSync(path.join(folder, 'out-'));
  return [LAUNCHER, 'run', '--target', 'reads', '--only', READS_ONLY, '--out', out];
};

export const PEERS: readonly Peer[] = [
  {
    name: '`plumbline run`, the first of a contract',
    prepare: (folder, { url, count }) => {
      writeReadsProject(folder, { url, count, schema: SCHEMA });
      return runReads(folder);
    },
  },
  {
    name: '`plumbline run`, another one',
    prepare: (folder, { url }) => {
      writeReadsTarget(folder, url);
      return runReads(folder);
    },
  },
  {
    name: 'Playwright, `request` fixture, one test for each request',
    prepare: (folder, { url, count }) => {
      const tests = path.join(ROOT, 'dist', 'bench', 'playwright');
      mkdirSync(tests, { recursive: true });
      writeFileSync(
        path.join(tests, 'reads.spec.mjs'),
        `import { expect, test } from '@playwright/test';
import { Ajv2020 } from 'ajv/dist/2020.js';
const validate = new Ajv2020().compile(${JSON.stringify(SCHEMA)});
test.describe.configure({ mode: 'parallel' });
test.beforeAll(() => undefined);
for (let index = 0; index < ${count}; index += 1)
  test('read ' + index, async ({ request }) => {
    const response = await request.get(${JSON.stringify(url)});
    expect(response.status()).toBe(200);
    expect(validate(await response.json())).toBe(true);
  });
`,
      );
      writeFileSync(
        path.join(tests, 'playwright.config.mjs'),
        `export default { testDir: '.', fullyParallel: true, reporter: 'dot', outputDir: ${JSON.stringify(path.join(folder, 'out'))} };\n`,
      );
      return [path.join(ROOT, 'node_modules', '@playwright', 'test', 'cli.js'), 'test', '-c', tests];
    },
  },
  {
    name: 'newman',
    prepare: (folder, { url, count }) => {
      const exec = [
        "pm.test('status', () => pm.response.to.have.status(200));",
        `pm.test('schema', () => pm.response.to.have.jsonSchema(${JSON.stringify(SCHEMA)}));`,
      ];
      const item = numbers(count).map((index) => ({
        name: `read ${index}`,
        event: [{ listen: 'test', script: { exec } }],
        request: { method: 'GET', url },
      }));
      const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
      writeFileSync(path.join(folder, 'collection.json'), JSON.stringify({ info: { name: 'reads', schema }, item }));
      return [bin(folder, 'newman', 'bin', 'newman.js'), 'run', 'collection.json', '--reporters', 'progress'];
    },
  },
  {
    name: 'pactum',
    prepare: (folder, { url, count }) => {
      writeFileSync(
        path.join(folder, 'reads.js'),
        `const { spec } = require('pactum');
(async () => {
  for (let index = 0; index < ${count}; index += 1)
    await spec().get(${JSON.stringify(url)}).expectStatus(200).expectJsonSchema(${JSON.stringify(SCHEMA)});
})();
`,
      );
      return ['reads.js'];
    },
  },
  {
    name: 'Step CI',
    prepare: (folder, { url, count }) => {
      const steps = numbers(count).map((index) => ({
        name: `read ${index}`,
        http: { url, method: 'GET', check: { status: 200, schema: SCHEMA } },
      }));
      writeFileSync(
        path.join(folder, 'reads.json'),
        JSON.stringify({ version: '1.1', name: 'reads', tests: { reads: { steps } } }),
      );
      return [bin(folder, 'stepci', 'dist', 'index.js'), 'run', 'reads.json'];
    },
  },
  {
    name: 'Dredd',
    prepare: (folder, { url, count }) => {
      const reads = numbers(count).map(
        (index) => `
## Read ${index} [/{?n}]

+ Parameters
    + n: ${index} (required)

### Get [GET]

+ Response 200 (application/json)
    + Schema

            ${JSON.stringify(SCHEMA)}
`,
      );
      writeFileSync(path.join(folder, 'reads.apib'), `FORMAT: 1A\n\n# Reads\n${reads.join('')}`);
      return [bin(folder, 'dredd', 'bin', 'dredd'), 'reads.apib', url, '--loglevel=error'];
    },
  },
  {
    name: 'Redocly Respect',
    prepare: (folder, { url, count }) => {
      const [title, version] = ['Reads', '1'];
      const content = { 'application/json': { schema: SCHEMA } };
      const read = { operationId: 'read', responses: { 200: { description: 'Read', content } } };
      const servers = [{ url: url.replace(/\/$/, '') }];
      const document = { openapi: '3.1.0', info: { title, version }, servers, paths: { '/': { get: read } } };
      const steps = numbers(count).map((index) => ({
        stepId: `read-${index}`,
        operationId: 'read',
        successCriteria: [{ condition: '$statusCode == 200' }],
      }));
      const sourceDescriptions = [{ name: 'api', type: 'openapi', url: 'reads.openapi.json' }];
      const workflows = [{ workflowId: 'reads', steps }];
      const walk = { arazzo: '1.0.1', info: { title, version }, sourceDescriptions, workflows };
      writeFileSync(path.join(folder, 'reads.openapi.json'), JSON.stringify(document));
      writeFileSync(path.join(folder, 'reads.arazzo.json'), JSON.stringify(walk));
      return [bin(folder, '@redocly', 'cli', 'bin', 'cli.js'), 'respect', 'reads.arazzo.json'];
    },
  },
  {
    name: 'Specmatic, on Java',
    prepare: (folder, { url, count }) => {
      // An example of the request and one of the answer, of the same name, are a test.
      const examples = (valueOf: (index: number) => unknown): object =>
        Object.fromEntries(numbers(count).map((index) => [`read-${index}`, { value: valueOf(index) }]));
      const schema = { type: 'integer' };
      const parameters = [{ name: 'n', in: 'query', required: true, schema, examples: examples((index) => index) }];
      const content = { 'application/json': { schema: SCHEMA, examples: examples(() => ({})) } };
      const get = { parameters, responses: { 200: { description: 'Read', content } } };
      const info = { title: 'Reads', version: '1' };
      writeFileSync(
        path.join(folder, 'reads.specmatic.json'),
        JSON.stringify({ openapi: '3.0.3', info, paths: { '/': { get } } }),
      );
      const base = `--testBaseURL=${url.replace(/\/$/, '')}`;
      return [bin(folder, 'specmatic', 'dist', 'bin', 'index.js'), 'test', 'reads.specmatic.json', base, '--strict'];
    },
  },
];

/** What is read: one small answer, that counts how often it was asked for. */
async function serveAnswer(): Promise<Listening & { readonly asked: () => number }> {
  let asked = 0;
  const listening = await listen((_, response) => {
    asked += 1;
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end('{"status":"up"}');
  });
  return { ...listening, asked: () => asked };
}

/** Undefined where it could not be installed here, ends as if something had failed, or did not ask as often as it should. */
export async function measurePeer({ prepare }: Peer, folder: string, count: number): Promise<Ended | undefined> {
  const served = await serveAnswer();
  try {
    const [file = '', ...words] = prepare(folder, { url: `${served.url}/`, count });
    if (!existsSync(path.resolve(folder, file))) return undefined;
    const ended = await run(process.execPath, [file, ...words], folder, { ...process.env, ...QUIET });
    return ended.code === 0 && served.asked() >= count ? ended : undefined;
  } finally {
    await served.stop();
  }
}
