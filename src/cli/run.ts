/** `plumbline run`: everything from contracts to the decision. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Command } from 'commander';
import { BadInput } from '../errors.ts';
import { blocking } from '../gate/decide.ts';
import { parseReport } from '../report/serialize.ts';
import { terminalSummary } from '../report/terminal.ts';
import { policyOf } from '../run/report-of.ts';
import { openSession, projectRoot } from '../run/session.ts';
import { newRunId, settingsToEnvironment, type RunSettings } from '../run/settings.ts';
import { EXIT } from './exit.ts';
import { list, shard, whole } from './options.ts';

interface RunOptions {
  readonly target: string;
  readonly service?: readonly string[];
  readonly spec?: readonly string[];
  readonly only?: string;
  readonly out: string;
  readonly workers?: number;
  readonly shard?: string;
  readonly policy?: string;
  readonly baseline?: string;
  readonly history?: string;
  readonly fault?: readonly string[];
}

export function runCommand(): Command {
  return new Command('run')
    .description('Runs the contracts against a target and writes the conformance report.')
    .option('--target <name|file>', 'a name below targets/, or a target file', 'reference')
    .option('--service <services>', 'only these services, comma-separated', list)
    .option('--spec <versions>', 'only these spec versions, comma-separated', list)
    .option('--only <pattern>', 'only checks whose id matches this glob, or contains this word')
    .option('--out <dir>', 'folder for the report and its views', 'reports/latest')
    .option('--workers <n>', "Playwright's workers, which replay the results", whole('--workers', 1, 16))
    .option('--shard <i/n>', 'the i-th of n parts; "plumbline merge" joins them', shard)
    .option('--policy <name|file>', 'nightly, release, explore, or a policy file', 'nightly')
    .option('--baseline <report>', 'an earlier report.json to compare with')
    .option('--history <file>', 'a file that gets one line for each run')
    .option('--fault <ids>', 'seeds faults into an embedded target', list)
    .action(run);
}

async function run(options: RunOptions): Promise<void> {
  const root = projectRoot();
  const settings: RunSettings = {
    runId: newRunId(),
    root,
    target: options.target,
    out: path.resolve(options.out),
    gated: true,
    ...(options.service === undefined ? {} : { services: options.service }),
    ...(options.spec === undefined ? {} : { specs: options.spec }),
    ...(options.only === undefined ? {} : { only: options.only }),
    ...(options.shard === undefined ? {} : { shard: options.shard }),
    ...(options.policy === undefined ? {} : { policy: options.policy }),
    ...(options.baseline === undefined ? {} : { baseline: path.resolve(options.baseline) }),
    ...(options.history === undefined ? {} : { history: path.resolve(options.history) }),
    ...(options.fault === undefined ? {} : { faults: options.fault }),
  };
  // Everything that can be wrong with the input is told now, before anything is started or overwritten.
  const session = openSession(settings, process.env);
  if (settings.faults !== undefined && !session.target.embedded) throw BadInput.of('faults-elsewhere', '--fault works on an embedded target only', { hint: 'Faults are seeded into the reference services.' });
  const policy = policyOf(settings.policy);
  if (settings.baseline !== undefined) parseReport(readFileSync(settings.baseline, 'utf8'), settings.baseline);
  const checks = session.plan.groups.reduce((n, g) => n + g.cases.reduce((m, c) => m + c.checks.length, 0), 0);
  process.stderr.write(`${session.target.target}: ${checks} checks in ${session.plan.groups.length} groups, ${session.scopes.map((s) => `${s.service} ${s.version}`).join(', ')}\n`);
  const file = path.join(settings.out, 'report.json');
  rmSync(file, { force: true });
  const status = await playwright(settings, options);
  if (!existsSync(file)) {
    process.stderr.write(`plumbline: the run ended without a report (Playwright ended with ${status})\n`);
    process.exitCode = EXIT.defect;
    return;
  }
  const report = parseReport(readFileSync(file, 'utf8'), file);
  const shown = (name: string): string => path.relative(process.cwd(), path.join(settings.out, name)) || name;
  process.stdout.write(terminalSummary(report, { color: process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined, paths: [`report   ${shown('index.html')}`, `data     ${shown('report.json')}`], blocks: blocking(policy) }));
  process.exitCode = report.decision.exitCode;
}

/** Playwright's own runner with the suites of this project; resolves to its exit code. */
function playwright(settings: RunSettings, options: RunOptions): Promise<number> {
  const home = projectRoot(import.meta.dirname);
  const cli = path.join(path.dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js');
  const args = ['test', '--config', path.join(home, 'playwright.config.ts'), ...(options.shard === undefined ? [] : [`--shard=${options.shard}`]), ...(options.workers === undefined ? [] : [`--workers=${options.workers}`])];
  const child = spawn(process.execPath, [cli, ...args], { cwd: home, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...settingsToEnvironment(settings), FORCE_COLOR: '0' } });
  const stop = (): void => {
    child.kill('SIGINT');
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 130));
  });
}
