/** docs/first-steps.md, followed to the letter by somebody with an empty folder and the packed package. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { COMMAND } from '../../src/record/command.ts';
import { reportOf, ROOT, temporary } from './support.ts';

const run = promisify(execFile);
const folder = temporary();
const PORT = '4010';
const PACKAGE = COMMAND.replace('npx ', '');

interface Block {
  readonly language: string;
  /** What is done with it, and to which file: `file`, `line`, `end`, `exits`, `restarts`. */
  readonly word: string;
  readonly value: string;
  readonly text: string;
}

/** Blocks of a document that somebody follows: commands, and files with what is to be in them. */
function blocksOf(file: string): readonly Block[] {
  const written = readFileSync(path.join(ROOT, 'docs', file), 'utf8');
  return [...written.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm)].map(
    ([, language = '', info = '', text = '']) => {
      const [word = '', value = ''] = info.split('=');
      return { language, word, value, text };
    },
  );
}

const blocks = blocksOf('first-steps.md');
let service: ChildProcess | undefined;
let tarball = '';
/** In place of the one that the document names, at which somebody else may be. */
let port = '';

function freePort(): Promise<string> {
  const server = createServer();
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const { port: free } = server.address() as AddressInfo;
      server.close(() => resolve(String(free)));
    }),
  );
}

function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PLUMBLINE_|VITEST|NODE_|npm_|CI$)/.test(name));
  return { ...Object.fromEntries(kept), npm_config_offline: 'false', npm_config_prefer_offline: 'true' };
}

beforeAll(async () => {
  await run(process.execPath, [path.join(ROOT, 'bin', 'plumbline.js'), '--version'], { cwd: ROOT });
  port = await freePort();
  const place = temporary();
  const packed = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', place], { cwd: ROOT });
  const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }];
  tarball = path.join(place, filename);
});

afterAll(() => {
  service?.kill();
});

/** In the background: it ends when the test does, or when it is started again. */
async function start(command: string): Promise<void> {
  service?.kill();
  const [file = '', ...args] = command.replace(/ &$/, '').split(' ');
  const child = spawn(file, args, { cwd: folder, env: environment(), stdio: ['ignore', 'pipe', 'inherit'] });
  service = child;
  await new Promise((resolve) => child.stdout.once('data', resolve));
}

async function type(command: string): Promise<{ readonly code: number; readonly text: string }> {
  try {
    const { stdout, stderr } = await run('sh', ['-c', command], { cwd: folder, env: environment() });
    return { code: 0, text: `${stdout}${stderr}` };
  } catch (error) {
    const { code, stdout, stderr } = error as {
      readonly code: number;
      readonly stdout: string;
      readonly stderr: string;
    };
    return { code, text: `${stdout}${stderr}` };
  }
}

/** What a line says is what stands before its first colon, or the checks of a binding. */
function keyOf(line: string): string {
  return (
    /^\s*- \{ checks: "[^"]*"/.exec(line)?.[0] ??
    /^\s*if \(request\.headers\['[\w-]+'\]/.exec(line)?.[0] ??
    /^[^:]*:/.exec(line)?.[0] ??
    line
  );
}

function write({ word, value, text }: Block): void {
  const file = path.join(folder, value);
  mkdirSync(path.dirname(file), { recursive: true });
  if (word === 'file') return writeFileSync(file, text);
  if (word === 'end') return appendFileSync(file, text);
  const lines = readFileSync(file, 'utf8').split('\n');
  const same = lines.filter((line) => keyOf(line) === keyOf(text.trimEnd()));
  expect(same, `${value} has one such line:\n${text}`).toHaveLength(1);
  writeFileSync(file, lines.map((line) => (line === same[0] ? text.trimEnd() : line)).join('\n'));
}

async function follow({ text: written, ...rest }: Block): Promise<void> {
  const block = { ...rest, text: written.replaceAll(PORT, port) };
  if (block.language !== 'sh') return block.word === '' ? undefined : write(block);
  for (const line of block.text.trimEnd().split('\n')) {
    if (line.endsWith(' &')) {
      await start(line);
      continue;
    }
    // What is not published yet is installed from where it was packed.
    const command =
      line === `npm install --save-dev ${PACKAGE}`
        ? `${line.replace(PACKAGE, tarball)} --ignore-scripts --no-audit --no-fund`
        : line;
    const { code, text } = await type(command);
    expect(code, `${line}\n${text}`).toBe(block.word === 'exits' ? Number(block.value) : 0);
  }
}

test('has something of everything', () => {
  expect(new Set(blocks.map(({ word }) => word))).toEqual(new Set(['', 'file', 'line', 'end', 'exits', 'restarts']));
  expect(blocks.length).toBeGreaterThan(20);
});

test('each command ends as the document says', async () => {
  for (const block of blocks) await follow(block);
});

test('at its end there is a contract of their own, a report, a gate, and a workflow for every night', () => {
  const report = reportOf(path.join(folder, 'reports', 'latest'));
  expect(report.summaries.map(({ service: name, result }) => [name, result])).toEqual([['books', 'conformant']]);
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
  const [modeline = ''] = readFileSync(path.join(folder, 'policies', 'release.yaml'), 'utf8').split('\n');
  expect(existsSync(path.join(folder, 'policies', modeline.replace(/^.*\$schema=/, '')))).toBe(true);
});
