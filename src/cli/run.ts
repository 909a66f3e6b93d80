/** `plumbline run`: plans, sends, judges and decides. */
import { BadInput } from '../errors.ts';
import { omitUndefined, mapOptional } from '../model/objects.ts';
import path from 'node:path';
import { Command, Option } from 'commander';
import { projectRoot } from '../project/package.ts';
import { loadRun } from '../project/session.ts';
import {
  type RepeatCommand,
  shortTargetName,
  newRunId,
  placeOfRecorded,
  placeOfTarget,
  type RunSettings,
} from '../project/settings.ts';
import { checkedBaseline, isPolicyFile } from '../run/decision-inputs.ts';
import { cleanProject, runProject } from '../run/run-project.ts';
import { watchProject } from '../run/watch-project.ts';
import { checkState, type State, stateIn } from '../run/state.ts';
import { settingsToResume } from '../run/checkpoint.ts';
import type { ChosenFormats } from '../report/views/formats.ts';
import {
  checkStrict,
  parseList,
  type ScopeOptions,
  parseShard,
  parseInteger,
  withFormats,
  withScope,
} from './options.ts';

interface RunOptions extends ScopeOptions {
  readonly out: string;
  readonly formats?: ChosenFormats;
  readonly workers?: number;
  readonly transport?: 'undici' | 'playwright';
  readonly shard?: string;
  readonly shuffle?: number;
  readonly policy?: string;
  readonly baseline?: string;
  readonly strict?: boolean;
  readonly history?: string;
  readonly state?: string;
  readonly newBaseline?: boolean;
  readonly fault?: readonly string[];
  readonly allowWrites?: boolean;
  readonly proposeWaivers?: boolean;
  readonly clean?: string;
  readonly resume?: string;
  readonly watch?: boolean;
}

export function runCommand(): Command {
  return (
    withFormats(
      withScope(
        new Command('run').description(
          'Tests the services of a target against their contracts and writes the conformance report. One process sends all requests. "npx playwright test" sends the same requests as Playwright tests.',
        ),
      ).option('--out <dir>', 'folder for the report', 'reports/latest'),
    )
      // Kept for scripts of earlier versions; it has no effect.
      .addOption(new Option('--workers <n>').argParser(parseInteger('--workers', 1, 16)).hideHelp())
      .addOption(
        new Option(
          '--transport <name>',
          'HTTP client: undici, or the slower request context of Playwright, as in "npx playwright test"',
        )
          .choices(['undici', 'playwright'])
          .default('undici'),
      )
      .option(
        '--shard <i/n>',
        'run part i of n, with 1/n of the limits of the target; "npx @plumbline/harness merge" merges the parts',
        parseShard,
      )
      .option(
        '--shuffle <seed>',
        'shuffle the order of the requests; the same number gives the same order',
        parseInteger('--shuffle', 1, 1_000_000),
      )
      .option('--policy <name|file>', 'nightly, release, explore, or path of a policy file', 'nightly')
      .option('--baseline <report>', 'earlier report to compare with')
      .option('--strict', 'with --baseline: block if this run did not select every check of the earlier one')
      .option('--history <file>', 'append one line per run to this file')
      .option(
        '--state <dir>',
        'folder that keeps the last admitted report and the history of each target; replaces --baseline and --history',
      )
      .option(
        '--new-baseline',
        'with --state: do not compare; the report of this run becomes the baseline if it is admitted',
      )
      .option('--fault <ids>', 'seed faults into an embedded target, comma-separated', parseList('--fault'))
      .option('--allow-writes', 'allow requests that change data on a production target')
      .option('--clean <file>', 'only clean up: delete or restore the records that a leftovers.ndjson lists')
      .option('--resume <dir>', 'continue an interrupted run from the folder of its report')
      .option('--watch', 'run again when a contract, spec or target file is saved; for a contract, only its endpoint')
      .option(
        '--propose-waivers',
        'write waivers-proposed.yaml with an entry for each failure; fill in owner and expiry',
      )
      .addHelpText(
        'after',
        '\nIf the target is not embedded, a run first checks its address, clock, sign-in, version and maintenance windows. If one of\nthese checks fails, the run sends no tests and exits with 3.\n\nExamples:\n  npx @plumbline/harness run\n  npx @plumbline/harness run --target acme.yaml --service student-reporting --spec 4.0.1 --out reports/acme\n  npx @plumbline/harness run --only "page.*" --baseline reports/yesterday/report.json\n  npx @plumbline/harness run --target acme --state .plumbline\n  npx @plumbline/harness run --resume reports/latest\n  npx @plumbline/harness run --watch --spec 4.0.1',
      )
      .action(run)
  );
}

async function run(options: RunOptions, command: Command): Promise<void> {
  if (options.watch === true) return onSave(options);
  checkStrict({ ...options, ...omitUndefined({ baseline: options.baseline ?? options.state }) });
  if (options.clean !== undefined) return cleanUp(path.resolve(options.clean), options, command);
  if (options.resume !== undefined) return resume(options.resume, options, command);
  const root = projectRoot();
  const asked: RunSettings = {
    runId: newRunId(),
    root,
    target: placeOfTarget(options.target, root),
    out: path.resolve(options.out),
    ...omitUndefined({
      services: options.service,
      specs: options.spec,
      only: options.only,
      shard: options.shard,
      shuffle: options.shuffle,
      policy: mapOptional(options.policy, (it) => (isPolicyFile(it) ? path.resolve(it) : it)),
    }),
    asked: repeatCommand(options),
    ...omitUndefined({ strict: options.strict, formats: options.formats, faults: options.fault }),
    ...(options.allowWrites === true ? { allowWrites: true } : {}),
    ...(options.transport === 'playwright' ? { transport: 'playwright' } : {}),
  };
  const state = mapOptional(options.state, (folder) => stateOf(folder, options, asked));
  if (options.newBaseline === true && state === undefined)
    throw BadInput.of('bad-option', '--new-baseline needs --state', { hint: OWN_BASELINE });
  const kept = options.newBaseline === true ? undefined : state?.baseline;
  const baseline = options.baseline === undefined ? kept : checkedBaseline(options.baseline);
  const history = options.history === undefined ? state?.history : path.resolve(options.history);
  const settings: RunSettings = { ...asked, ...omitUndefined({ baseline, history, admitted: state?.admitted }) };
  const { out, proposeWaivers } = options;
  return runProject(settings, { out, ...omitUndefined({ proposeWaivers }) });
}

const OWN_BASELINE =
  'Without --state the baseline is the file in --baseline. Remove --new-baseline, or give another file.';

function stateOf(folder: string, options: RunOptions, asked: RunSettings): State {
  checkState(folder, options);
  // Reports contain the name from the target file.
  const { target } = loadRun(asked, process.env);
  return stateIn(folder, options, { place: asked.target, root: asked.root, name: target.target });
}

/** Options that are allowed with `--resume`; the others were set when the run began. */
const WITH_RESUME = new Set(['resume', 'workers', 'proposeWaivers']);

async function resume(dir: string, { proposeWaivers }: RunOptions, command: Command): Promise<void> {
  const more = Object.keys(command.opts()).filter(
    (name) => !WITH_RESUME.has(name) && command.getOptionValueSource(name) !== 'default',
  );
  if (more.length > 0)
    throw BadInput.of(
      'bad-option',
      `--resume cannot be combined with --${more[0] ?? ''}: it continues the run with its own options`,
      {
        hint: 'Remove the other options, or start a new run without --resume.',
      },
    );
  const out = path.resolve(dir);
  const settings = settingsToResume(out, projectRoot(), process.env);
  return runProject(settings, { out, ...omitUndefined({ proposeWaivers }) });
}

async function cleanUp(file: string, options: RunOptions, command: Command): Promise<void> {
  const root = projectRoot();
  const isAsked = command.getOptionValueSource('target') !== 'default';
  return cleanProject(file, (recorded = options.target) => ({
    runId: newRunId(),
    root,
    target: isAsked ? placeOfTarget(options.target, root) : placeOfRecorded(recorded, root),
    out: path.dirname(file),
    ...(options.allowWrites === true ? { allowWrites: true } : {}),
  }));
}

/** Runs a new process for each save, as if it had been typed. Embedded services stay for all of them. */
async function onSave(options: RunOptions): Promise<void> {
  const { only, fault, formats: named } = options;
  for (const other of ['resume', 'clean', 'shard'] as const)
    if (options[other] !== undefined)
      throw BadInput.of('bad-option', `--watch cannot be combined with --${other}`, { hint: 'Remove one of them.' });
  const root = projectRoot();
  const words = [
    ...process.argv.slice(2).filter((word) => word !== '--watch'),
    // No report page for single saves.
    ...(named === undefined ? ['--formats', 'none'] : []),
  ];
  return watchProject({
    root,
    target: placeOfTarget(options.target, root),
    ...omitUndefined({ services: options.service, specs: options.spec }),
    faults: fault ?? [],
    written: [options.out, ...(options.state === undefined ? [] : [options.state])].map((folder) =>
      path.resolve(folder),
    ),
    words: (part) => (only !== undefined || part === undefined ? words : [...words, '--only', part]),
    isPart: only !== undefined,
  });
}

/** Command that repeats the run from this folder. */
function repeatCommand({ target, fault, policy, out }: RunOptions): RepeatCommand {
  return {
    target: shortTargetName(target),
    out: path.relative(process.cwd(), path.resolve(out)).split(path.sep).join('/') || '.',
    ...omitUndefined({ faults: fault }),
    ...(policy === undefined || policy === 'nightly'
      ? {}
      : { policy: isPolicyFile(policy) ? path.relative(process.cwd(), path.resolve(policy)) : policy }),
  };
}
