/** What else people test APIs with: so many plain reads of one address, each with its status and its schema judged. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Ended, ROOT, run } from './processes.ts';

/** Installed for the measurement, into its own folder. */
export const PACKAGES: readonly string[] = ['newman@6.2.2', 'pactum@3.9.1', 'stepci@2.8.2'];

const SCHEMA = { type: 'object' };

/** What is read, so many times. */
export interface Read {
  readonly url: string;
  readonly authorization: string;
  readonly count: number;
}

interface Peer {
  readonly name: string;
  /** Writes what it is to run into its folder; returns the words that run it. */
  readonly prepare: (folder: string, read: Read) => readonly string[];
}

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);
const bin = (folder: string, ...place: readonly string[]): string => path.join(folder, 'node_modules', ...place);

export const PEERS: readonly Peer[] = [
  {
    name: 'Playwright, `request` fixture, a test a call',
    prepare: (folder, { url, authorization, count }) => {
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
    const response = await request.get(${JSON.stringify(url)}, { headers: ${JSON.stringify({ authorization })} });
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
    prepare: (folder, { url, authorization, count }) => {
      const exec = [
        "pm.test('status', () => pm.response.to.have.status(200));",
        `pm.test('schema', () => pm.response.to.have.jsonSchema(${JSON.stringify(SCHEMA)}));`,
      ];
      const item = numbers(count).map((index) => ({
        name: `read ${index}`,
        event: [{ listen: 'test', script: { exec } }],
        request: { method: 'GET', url, header: [{ key: 'authorization', value: authorization }] },
      }));
      const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
      writeFileSync(path.join(folder, 'collection.json'), JSON.stringify({ info: { name: 'reads', schema }, item }));
      return [bin(folder, 'newman', 'bin', 'newman.js'), 'run', 'collection.json', '--reporters', 'progress'];
    },
  },
  {
    name: 'pactum',
    prepare: (folder, { url, authorization, count }) => {
      writeFileSync(
        path.join(folder, 'reads.js'),
        `const { spec } = require('pactum');
(async () => {
  for (let index = 0; index < ${count}; index += 1)
    await spec().get(${JSON.stringify(url)}).withHeaders(${JSON.stringify({ authorization })}).expectStatus(200).expectJsonSchema(${JSON.stringify(SCHEMA)});
})();
`,
      );
      return ['reads.js'];
    },
  },
  {
    name: 'Step CI',
    prepare: (folder, { url, authorization, count }) => {
      const steps = numbers(count).map((index) => ({
        name: `read ${index}`,
        http: { url, method: 'GET', headers: { authorization }, check: { status: 200, schema: SCHEMA } },
      }));
      writeFileSync(
        path.join(folder, 'reads.json'),
        JSON.stringify({ version: '1.1', name: 'reads', tests: { reads: { steps } } }),
      );
      return [bin(folder, 'stepci', 'dist', 'index.js'), 'run', 'reads.json'];
    },
  },
];

/** Undefined where it could not be installed here, or ends as if something had failed. */
export async function measurePeer({ prepare }: Peer, folder: string, read: Read): Promise<Ended | undefined> {
  const [file = '', ...words] = prepare(folder, read);
  if (!existsSync(path.resolve(folder, file))) return undefined;
  const ended = await run(process.execPath, [file, ...words], folder);
  return ended.code === 0 ? ended : undefined;
}
