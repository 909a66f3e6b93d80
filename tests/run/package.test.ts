/** The package as users install it: packed, installed in an empty folder, and used as in docs/getting-started.md. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { COMMAND } from '../../src/model/text.ts';
import { blocksOf, DocReader } from './doc-reader.ts';
import { reportOf, ROOT, temporary } from './support.ts';
import type { Ended } from '../ended.ts';

const run = promisify(execFile);
const { name } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { readonly name: string };

let files: readonly string[] = [];
let packed = '';
const folder = temporary();
const blocks = blocksOf('getting-started.md');

/** Set the variable to test another version of Node. */
const NODE = process.env['PLUMBLINE_TEST_NODE'] ?? process.execPath;
const reader = new DocReader(folder, NODE);

async function node(args: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const kept = Object.fromEntries(
    Object.entries(process.env).filter(([key]) => !/^(PLUMBLINE_|VITEST|NODE_)/.test(key)),
  );
  const env = { ...kept, ...more };
  try {
    return {
      code: 0,
      ...(await run(NODE, args, { cwd: folder, env })),
    };
  } catch (error) {
    return error as Ended;
  }
}

beforeAll(async () => {
  await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.types.json'], { cwd: ROOT });
  await run(process.execPath, ['scripts/bom.js'], { cwd: ROOT });
  await run(process.execPath, [path.join('node_modules', 'tsx', 'dist', 'cli.mjs'), 'scripts/docs/main.ts'], {
    cwd: ROOT,
  });
  // The launcher builds the bundle if it is older than its sources.
  await run(process.execPath, ['bin/plumbline.js', '--version'], { cwd: ROOT });
  // Without npm scripts: `prepack` would build again while other tests run.
  const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: ROOT,
  });
  const [tarball] = JSON.parse(stdout) as [{ filename: string; files: readonly { path: string }[] }];
  files = tarball.files.map((file) => file.path);
  packed = tarball.filename;
});
afterAll(() => reader.stopService());

describe('its files', () => {
  test('compiled code, the licence and all documents that the README links to; no sources, no reports', () => {
    expect(files.filter((file) => /^(src|tests|services|suites|scripts)\/|tsbuildinfo/.test(file))).toEqual([]);
    expect(files.filter((file) => /^examples\/[^/]+\/reports\//.test(file))).toEqual([]);
    const linked = [...readFileSync(path.join(ROOT, 'README.md'), 'utf8').matchAll(/\]\(([\w/.-]+)\)/g)].map(
      ([, file]) => file,
    );
    expect(linked.length).toBeGreaterThan(3);
    expect(['LICENSE', 'README.md', 'SECURITY.md', ...linked].filter((file) => !files.includes(file ?? ''))).toEqual(
      [],
    );
  });

  test('the generated pages that its documents link to', () => {
    const linked = files
      .filter((file) => /^docs\/[^/]+\.md$/.test(file))
      .flatMap((file) => [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/\]\((generated\/[\w.-]+)/g)])
      .map(([, to = '']) => `docs/${to}`);
    expect(linked.length).toBeGreaterThan(5);
    expect([...new Set(linked)].filter((file) => !files.includes(file))).toEqual([]);
  });

  test('a reproducible bill of materials with a checksum for each dependency', async () => {
    const file = path.join(ROOT, 'dist', 'bom.cdx.json');
    expect(files).toContain('dist/bom.cdx.json');
    const text = readFileSync(file, 'utf8');
    const bom = JSON.parse(text) as {
      readonly metadata: { readonly component: { readonly name: string } };
      readonly components: readonly { readonly name: string; readonly version: string; readonly hashes?: unknown[] }[];
    };
    const { dependencies, devDependencies } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
      readonly dependencies: Readonly<Record<string, string>>;
      readonly devDependencies: Readonly<Record<string, string>>;
    };
    const versions = Object.fromEntries(bom.components.map((part) => [part.name, part.version]));
    expect(versions).toMatchObject(dependencies);
    // The report page in the package contains preact, but no development tool.
    expect(versions).toMatchObject({ preact: devDependencies['preact'] });
    expect(Object.keys(versions).filter((part) => ['typescript', 'vitest', 'vite'].includes(part))).toEqual([]);
    expect(bom.components.filter(({ hashes = [] }) => hashes.length === 0)).toEqual([]);
    expect(bom.metadata.component.name).toBe(name);
    await run(process.execPath, ['scripts/bom.js'], { cwd: ROOT });
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test('the package name that printed commands use', () => {
    expect(COMMAND).toBe(`npx ${name}`);
  });
});

describe('in an empty folder', () => {
  test('the page has blocks of each kind', () => {
    expect(new Set(blocks.map(({ word }) => word))).toEqual(new Set(['', 'in', 'file', 'line', 'exits', 'prints']));
    expect(blocks.length).toBeGreaterThan(20);
  });

  test('the page packs the package into the folder where it installs it', () => {
    const inClone = blocks.filter(({ value }) => value === 'clone').map(({ text }) => text);
    expect(inClone.join('')).toBe('npm ci\nmkdir ../books\nnpm pack --pack-destination ../books\ncd ../books\n');
    expect(blocks.some(({ text }) => text.includes(`\nnpm install --save-dev ./${packed}\n`))).toBe(true);
  });

  test('each command ends with the exit code and the output of the page', async () => {
    await reader.follow(blocks);
  });

  test('the folder then has a report, an answered open question, a history and a workflow', () => {
    const report = reportOf(path.join(folder, 'reports', 'latest'));
    expect(report.summaries.map(({ service, result, failing }) => [service, result, failing])).toEqual([
      ['books', 'conformant', { SHOULD: { practice: 1 } }],
    ]);
    const titles = report.requirements.find(({ id }) => id === 'books.titles.length');
    expect(titles).toMatchObject({ verdict: 'pass', basis: 'documented' });
    expect(report.openPoints.find(({ id }) => id === 'books.too-large.status')).toMatchObject({ answer: [422] });
    expect(
      readFileSync(path.join(folder, '.plumbline', 'test', 'history.ndjson'), 'utf8')
        .trim()
        .split('\n'),
    ).toHaveLength(2);
    const workflow = readFileSync(path.join(folder, '.github', 'workflows', 'plumbline-nightly.yml'), 'utf8');
    expect(parse(workflow)).toHaveProperty('jobs');
  });

  test('the target file names the schema for editors', () => {
    const [modeline = ''] = readFileSync(path.join(folder, 'targets', 'test', 'target.yaml'), 'utf8').split('\n');
    const schema = modeline.replace('# yaml-language-server: $schema=', '');
    expect(schema).toMatch(/^\.\.\/\.\.\/node_modules\//);
    expect(existsSync(path.join(folder, 'targets', 'test', schema))).toBe(true);
  });

  test('npx playwright test finds the target of the working folder', async () => {
    const config = path.join(folder, 'node_modules', name, 'dist', 'playwright.config.js');
    const runner = path.join(folder, 'node_modules', '@playwright', 'test', 'cli.js');
    const listed = await node([runner, 'test', '-c', config, '--list'], { PLUMBLINE_TARGET: 'test' });
    expect(listed.code, listed.stderr).toBe(0);
    expect(listed.stdout).toContain('[books 1.0] › books/books.spec.mts');
  });

  test('a TypeScript program compiles with the types, reads a report and applies a policy', async () => {
    mkdirSync(path.join(folder, 'own'));
    const program = `import { readFileSync } from 'node:fs';
import { decide, parseReport, presetPolicy, type Report } from '${name}';
import { contractTests, expect, test } from '${name}/playwright';
import contracts from '${name}/playwright/config';
import type { APIResponse, PlaywrightTestConfig } from '@playwright/test';
const file = 'reports/latest/report.json';
const report: Report = parseReport(readFileSync(file, 'utf8'), file);
const own: PlaywrightTestConfig = { ...contracts, use: {} };
export const held = (answer: APIResponse): Promise<void> => expect(answer).toConform('books/books/read', { spec: '1.0' });
if (typeof test.extend !== 'function' || own.globalSetup === undefined) throw new Error('not for Playwright');
const tests: (contract: string) => Promise<{ readonly aspectTests: () => readonly { readonly endpoint: string }[] }> = contractTests;
console.log(decide(report, presetPolicy('nightly')).exitCode, typeof tests);
`;
    writeFileSync(path.join(folder, 'own', 'gate.ts'), program);
    const options = {
      strict: true,
      module: 'nodenext',
      target: 'es2023',
      outDir: '.',
      skipLibCheck: false,
      types: ['node'],
    };
    writeFileSync(
      path.join(folder, 'own', 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: { ...options, typeRoots: [path.join(ROOT, 'node_modules', '@types')] },
        files: ['gate.ts'],
      }),
    );
    const compiled = await node([path.join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', 'own']);
    expect(compiled.code, compiled.stdout).toBe(0);
    const { code, stdout, stderr } = await node(['own/gate.js'], { PLUMBLINE_TARGET: 'test' });
    expect(code, stderr).toBe(0);
    expect(stdout.trim()).toBe('0 function');
  });

  test('the JSON schemas of contract files are exported', async () => {
    const { code, stdout, stderr } = await node([
      '--input-type=module',
      '-e',
      `console.log(import.meta.resolve('${name}/schema/endpoint.schema.json'))`,
    ]);
    expect(code, stderr).toBe(0);
    expect(existsSync(new URL(stdout.trim()))).toBe(true);
  });
});
