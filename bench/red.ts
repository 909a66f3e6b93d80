/**
 * Cost of a run in which every check fails, compared with a passing run: `npx tsx bench/red.ts [rounds]`.
 *
 * Whole processes of `plumbline run` against the reference services, in turns, from the first line to the exit code: once
 * as they are, once with every call of every operation answered 500. Prints both medians and their ratio.
 *
 * Ends with 1 where the red run takes more than 1.5 times the green one.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { faults } from '../services/index.ts';
import { LAUNCHER, median, ROOT } from './processes.ts';
import { called, numberOf } from '../scripts/called.ts';

const MAX_TIMES = 1.5;
const USAGE = 'npx tsx bench/red.ts [ROUNDS]';
const { positionals } = called(USAGE, { allowPositionals: true });
const ROUNDS = numberOf(USAGE, 'ROUNDS', positionals[0] ?? '3');
const SERVICE = 'partner-onboarding';
const BROKEN = faults.filter((f) => f.service === SERVICE && f.id.endsWith('.status-500')).map((f) => f.id);

function run(out: string, args: readonly string[], expected: number): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, [LAUNCHER, 'run', '--service', SERVICE, '--out', out, ...args], {
    cwd: ROOT,
    stdio: 'ignore',
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === expected
        ? resolve(performance.now() - started)
        : reject(new Error(`the run ended with ${code}, not with ${expected}`)),
    );
  });
}

const out = mkdtempSync(path.join(tmpdir(), 'plumbline-red-'));
const [green, red]: [number[], number[]] = [[], []];
try {
  // Builds, if that is still to be done.
  await run(out, [], 0);
  for (let round = 0; round < ROUNDS; round += 1) {
    green.push(await run(out, [], 0));
    red.push(await run(out, ['--fault', BROKEN.join(',')], 1));
  }
} finally {
  rmSync(out, { recursive: true, force: true });
}
const ratio = median(red) / median(green);
const seconds = (values: readonly number[]): string => `${(median(values) / 1000).toFixed(1)} s`;
process.stdout.write(
  `passing run ${seconds(green)}, failing run ${seconds(red)}: ${ratio.toFixed(2)} times as long (target: at most ${MAX_TIMES})\n`,
);
process.exitCode = ratio > MAX_TIMES ? 1 : 0;
