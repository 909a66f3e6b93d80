/**
 * Cost of the Playwright suites: `npx tsx bench/suites.ts [ROUNDS]`, after `npm run build`.
 *
 * Whole processes in turns: listing the tests and running two of them, compared with a Playwright project of as many empty tests; and a
 * version of 13,000 checks, compared with `run --transport playwright`. Prints medians and ratios.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { called, numberOf } from '../scripts/called.ts';
import { LAUNCHER, median, ROOT, run } from './processes.ts';

const USAGE = 'npx tsx bench/suites.ts [ROUNDS]';
const { positionals } = called(USAGE, { allowPositionals: true });
const ROUNDS = numberOf(USAGE, 'ROUNDS', positionals[0] ?? '3');
const PLAYWRIGHT = path.join(ROOT, 'node_modules', '@playwright', 'test', 'cli.js');
const CONFIG = ['-c', path.join(ROOT, 'dist', 'playwright.config.js')];
const FILES = 21;
const SPEC = '4.0.1';

// Below the project, so that it finds Playwright.
const folder = mkdtempSync(path.join(ROOT, 'dist', 'bench-suites-'));

async function measure(args: readonly string[]): Promise<{ readonly ms: number; readonly stdout: string }> {
  const { ms, code, stdout, stderr } = await run(process.execPath, args, ROOT, {
    ...process.env,
    PLUMBLINE_OUT: path.join(folder, 'out'),
  });
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${String(code)}\n${stdout}${stderr}`);
  return { ms, stdout };
}

function emptyProject(tests: number): readonly string[] {
  const empty = path.join(folder, 'empty');
  mkdirSync(empty, { recursive: true });
  for (let file = 0; file < FILES; file += 1) {
    const lines = Array.from(
      { length: Math.ceil(tests / FILES) },
      (_, index) => `test('test ${index}', () => undefined);`,
    );
    writeFileSync(
      path.join(empty, `${file}.spec.mjs`),
      `import { test } from '@playwright/test';\n${lines.join('\n')}\n`,
    );
  }
  writeFileSync(path.join(empty, 'playwright.config.mjs'), `export default { reporter: 'list', workers: 1 };\n`);
  return ['-c', empty];
}

/** Median milliseconds of each command, measured in turns. */
async function inTurns(commands: readonly (readonly string[])[]): Promise<readonly number[]> {
  const times: number[][] = commands.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, command] of commands.entries()) times[index]?.push((await measure(command)).ms);
  return times.map(median);
}

const test = (...args: readonly string[]): readonly string[] => [PLAYWRIGHT, 'test', ...args];
const print = (title: string, ours: number, base: number, aim: string): void =>
  void process.stdout.write(
    `${title}: ${(ours / 1000).toFixed(1)} s, compared with ${(base / 1000).toFixed(1)} s: ${(ours / base).toFixed(2)} (aim: at most ${aim})\n`,
  );

try {
  const { stdout } = await measure(test(...CONFIG, '--list'));
  const total = Number(/Total: (\d+) tests/.exec(stdout)?.[1]);
  const empty = emptyProject(total);
  const two = ['--grep', '1\\.0\\.0.*service-description read .*@(success|definition)', '--reporter=list'];
  const [list = 0, emptyList = 0, few = 0, emptyFew = 0] = await inTurns([
    test(...CONFIG, '--list'),
    test(...empty, '--list'),
    test(...CONFIG, ...two),
    test(...empty, '--grep', '0.spec.mjs test [12]$'),
  ]);
  print(`list ${total} tests`, list, emptyList, '1.5 of an empty project');
  print('run two tests', few, emptyFew, '1.5 of an empty project');
  const project = ['--project', `student-reporting ${SPEC}`];
  const [listed = 0, all = 0, engine = 0] = await inTurns([
    test(...CONFIG, ...project, '--reporter=list'),
    test(...CONFIG, ...project),
    [LAUNCHER, 'run', '--spec', SPEC, '--transport', 'playwright', '--out', path.join(folder, 'engine')],
  ]);
  print(`${SPEC} with --reporter=list`, listed, engine, '1.4 of run --transport playwright');
  print(`${SPEC} with all reporters`, all, engine, '1.8 of run --transport playwright');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
