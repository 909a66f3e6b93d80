/** `plumbline run`: everything from contracts to the decision. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Command } from 'commander';
import { BadInput } from '../errors.ts';
import { blocking } from '../gate/decide.ts';
import { parseHistory } from '../report/history.ts';
import type { Report } from '../report/model.ts';
import { parseReport } from '../report/serialize.ts';
import { terminalSummary } from '../report/terminal.ts';
import { writeArtifacts } from '../run/artifacts.ts';
import { clean, readLeftovers } from '../run/clean.ts';
import { cleanedText, earlierLines } from '../run/leftovers-words.ts';
import { checkedBaseline } from '../run/baseline.ts';
import { writeProposal } from '../run/proposal.ts';
import { tellGithub } from '../run/github.ts';
import { Progress } from '../run/progress.ts';
import { isPolicyFile, policyOf, readText } from '../run/report-of.ts';
import { preflightText, runPreflight } from '../run/run-preflight.ts';
import { projectRoot } from '../project/root.ts';
import { checkOnly, loadRun, openSession, type Loaded } from '../project/session.ts';
import { newRunId, settingsToEnvironment, type Asked, type RunSettings } from '../project/settings.ts';
import { namedAgain, placeOfTarget } from '../project/target-place.ts';
import { unsentOf, unsentReport } from '../run/unsent.ts';
import { EXIT } from './exit.ts';
import { checkStrict, list, shard, summaryOptions, whole } from './options.ts';
import { say, tell } from './say.ts';
import { checkOutput } from '../project/output.ts';

interface RunOptions {
  readonly target: string;
  readonly service?: readonly string[];
  readonly spec?: readonly string[];
  readonly only?: string;
  readonly out: string;
  readonly workers?: number;
  readonly shard?: string;
  readonly shuffle?: number;
  readonly policy?: string;
  readonly baseline?: string;
  readonly strict?: boolean;
  readonly history?: string;
  readonly fault?: readonly string[];
  readonly allowWrites?: boolean;
  readonly proposeWaivers?: boolean;
  readonly clean?: string;
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
    .option(
      '--shard <i/n>',
      'the i-th of n parts, with an n-th of the target\'s limits; "plumbline merge" joins them',
      shard,
    )
    .option(
      '--shuffle <seed>',
      'sends in another order, the same for the same number: no verdict may depend on it',
      whole('--shuffle', 1, 1_000_000),
    )
    .option('--policy <name|file>', 'nightly, release, explore, or a policy file', 'nightly')
    .option('--baseline <report>', 'an earlier report.json to compare with')
    .option('--strict', 'with --baseline: blocks where this run was not asked for all that the earlier one was')
    .option('--history <file>', 'a file that gets one line for each run')
    .option('--fault <ids>', 'seeds faults into an embedded target', list)
    .option('--allow-writes', 'sends what changes data to a target whose environment is production')
    .option('--clean <file>', 'sends nothing but what removes the records that a leftovers.ndjson lists')
    .option(
      '--propose-waivers',
      'afterwards writes waivers-proposed.yaml: an entry for each failure, with owner and expiry to fill in',
    )
    .addHelpText(
      'after',
      '\nA target that is not embedded is looked at first: address, clock, sign-in, version, maintenance. If that fails, nothing\nelse is sent, and the run ends with 3 within seconds.\n\nExamples:\n  plumbline run\n  plumbline run --target acme.yaml --service student-reporting --spec 4.0.1 --out reports/acme\n  plumbline run --only "page.*" --baseline reports/yesterday/report.json',
    )
    .action(run);
}

async function run(options: RunOptions, command: Command): Promise<void> {
  checkStrict(options);
  const root = projectRoot();
  if (options.clean !== undefined) return cleanUp(path.resolve(options.clean), options, command);
  const settings: RunSettings = {
    runId: newRunId(),
    root,
    target: placeOfTarget(options.target, root),
    out: path.resolve(options.out),
    gated: true,
    ...(options.service === undefined ? {} : { services: options.service }),
    ...(options.spec === undefined ? {} : { specs: options.spec }),
    ...(options.only === undefined ? {} : { only: options.only }),
    ...(options.shard === undefined ? {} : { shard: options.shard }),
    ...(options.shuffle === undefined ? {} : { shuffle: options.shuffle }),
    ...(options.policy === undefined
      ? {}
      : { policy: isPolicyFile(options.policy) ? path.resolve(options.policy) : options.policy }),
    asked: askedOf(options),
    ...(options.baseline === undefined ? {} : { baseline: checkedBaseline(options.baseline) }),
    ...(options.strict === undefined ? {} : { strict: options.strict }),
    ...(options.history === undefined ? {} : { history: path.resolve(options.history) }),
    ...(options.fault === undefined ? {} : { faults: options.fault }),
    ...(options.allowWrites === true ? { allowWrites: true } : {}),
  };
  // What can be wrong with the input is told now, before anything is started; what only planning finds, before anything
  // is sent or overwritten.
  const loaded = loadRun(settings, process.env);
  checkOnly(loaded.scopes, settings.only);
  if (settings.faults !== undefined && !loaded.target.embedded)
    throw BadInput.of('faults-elsewhere', '--fault works on an embedded target only', {
      hint: 'Faults are seeded into the reference services.',
    });
  const faults = [...loaded.target.faults, ...(settings.faults ?? [])];
  // What knows all faults is loaded for the few runs that seed one.
  if (faults.length > 0) await (await import('./serve.ts')).checkFaults(faults);
  if (settings.history !== undefined && existsSync(settings.history))
    parseHistory(readText(settings.history), settings.history);
  const blocks = blocking(policyOf(settings.policy));
  checkOutput(options.out);
  tell(`${loaded.target.target}: ${loaded.scopes.map((s) => `${s.service} ${s.version}`).join(', ')}\n`);
  for (const line of earlierLines(settings.out)) tell(`${line}\n`);
  const progress = new Progress(process.stderr);
  // One handler for the whole run: a signal that came while one handler gave way to another would be lost.
  const stop = { act: (): void => stoppedInPlanning(progress) };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.act());
  progress.start();
  const report = await reportOf(loaded, options, progress, stop).finally(() => progress.end());
  if (report === undefined) return;
  process.stdout.write(terminalSummary(report, summaryOptions(settings.out, blocks)));
  tellGithub(report, settings.out, blocks, process.env);
  if (options.proposeWaivers === true) say(`  ${writeProposal(settings.out, report)}\n`);
  process.exitCode = report.decision.exitCode;
}

/** Only removes, and what is left afterwards is an incomplete job. */
async function cleanUp(file: string, options: RunOptions, command: Command): Promise<void> {
  const records = readLeftovers(file);
  const [first] = records;
  const target =
    command.getOptionValueSource('target') === 'default' ? (first?.target ?? options.target) : options.target;
  const settings: RunSettings = {
    runId: newRunId(),
    root: projectRoot(),
    target: placeOfTarget(target, projectRoot()),
    out: path.dirname(file),
    gated: true,
    ...(options.allowWrites === true ? { allowWrites: true } : {}),
  };
  const { before, left } =
    first === undefined ? { before: 0, left: [] } : await clean(file, records, settings, process.env);
  say(cleanedText(before, left));
  process.exitCode = left.length === 0 ? EXIT.admit : EXIT.incomplete;
}

/** What a signal does: before anything is sent, it ends the run at once; then it has the runner stop, and what was judged is told. */
interface Stop {
  act: () => void;
}

async function reportOf(
  loaded: Loaded,
  options: RunOptions,
  progress: Progress,
  stop: Stop,
): Promise<Report | undefined> {
  return (
    (await stoppedByPreflight(loaded, options, progress)) ??
    (await playwrightReport(loaded.settings, options, progress, stop))
  );
}

function stoppedInPlanning(progress: Progress): never {
  progress.end();
  process.stderr.write(
    'stopped while planning: nothing was checked, and the reports of earlier runs are as they were\n',
  );
  process.exit(EXIT.incomplete);
}

/** What repeats the run from this folder. */
function askedOf({ target, fault, policy }: RunOptions): Asked {
  return {
    target: namedAgain(target),
    ...(fault === undefined ? {} : { faults: fault }),
    ...(policy === undefined || policy === 'nightly'
      ? {}
      : { policy: isPolicyFile(policy) ? path.relative(process.cwd(), path.resolve(policy)) : policy }),
  };
}

/** The report of a run that need not begin: one explanation for each service that is out of order. */
async function stoppedByPreflight(
  loaded: Loaded,
  options: RunOptions,
  progress: Progress,
): Promise<Report | undefined> {
  // What Plumbline starts itself, it starts later, and it is in order.
  if (loaded.target.embedded) return undefined;
  const startedAt = new Date();
  const found = await runPreflight(loaded, process.env, options.allowWrites === true);
  for (const warning of found.warnings) progress.line(`warning: ${warning}`);
  if (found.stops.length === 0) return undefined;
  progress.line(preflightText(found));
  const unsent = unsentOf(found.stops);
  const session = openSession(loaded.settings, process.env);
  const made = unsentReport(session, unsent, { startedAt, finishedAt: new Date() });
  await writeArtifacts(session, made, unsent);
  return made.report;
}

async function playwrightReport(
  settings: RunSettings,
  options: RunOptions,
  progress: Progress,
  stop: Stop,
): Promise<Report | undefined> {
  const file = path.join(settings.out, 'report.json');
  const started = Date.now();
  const { status, unplanned } = await playwright(settings, options, progress, stop);
  if (unplanned) stoppedInPlanning(progress);
  // Planning found something wrong with the input, and said it; what an earlier run left is still there.
  if (status === EXIT.badInput) process.exitCode = EXIT.badInput;
  // Told where it happened.
  else if (status === EXIT.defect) process.exitCode = EXIT.defect;
  else if (existsSync(file) && statSync(file).mtimeMs >= started) return parseReport(readFileSync(file, 'utf8'), file);
  else {
    tell(`plumbline: the run ended without a report (Playwright ended with ${status})\n`);
    process.exitCode = EXIT.defect;
  }
  return undefined;
}

/** A run allocates a lot and keeps most of it; with room for new objects the collector copies less. */
const ROOM = '--max-semi-space-size=64';

interface Ended {
  readonly status: number;
  /** Somebody stopped it before anything was sent. */
  readonly unplanned: boolean;
}

/** Playwright's own runner with the suites of this project; resolves to its exit code. */
function playwright(settings: RunSettings, options: RunOptions, progress: Progress, stop: Stop): Promise<Ended> {
  const home = projectRoot(import.meta.dirname);
  const cli = path.join(
    path.dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')),
    'cli.js',
  );
  const args = [
    'test',
    '--config',
    path.join(home, 'playwright.config.ts'),
    ...(options.shard === undefined ? [] : [`--shard=${options.shard}`]),
    ...(options.workers === undefined ? [] : [`--workers=${options.workers}`]),
  ];
  const child = spawn(process.execPath, [ROOM, cli, ...args], {
    cwd: home,
    // How far it is comes through the fourth.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...settingsToEnvironment(settings), FORCE_COLOR: '0' },
  });
  let unplanned = false;
  child.on('message', (message) => {
    // What Playwright says of its own end is not what the reader did.
    if (!unplanned) progress.take(message);
  });
  stop.act = (): void => {
    unplanned = progress.phase === 'planning';
    child.kill('SIGINT');
  };
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve({ status: code ?? 130, unplanned }));
  });
}
