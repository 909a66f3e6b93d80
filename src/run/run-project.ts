/** One run, from loading to the decision: what `plumbline run` does, in words for a terminal. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { BadInput } from '../errors.ts';
import { blocking } from '../gate/decide.ts';
import { parseHistory } from '../report/history.ts';
import type { Report } from '../report/model.ts';
import { parseReport } from '../report/serialize.ts';
import { terminalSummary } from '../report/terminal.ts';
import { EXIT } from '../project/exit.ts';
import { checkOutput } from '../project/output.ts';
import { say, tell, showColored } from '../project/say.ts';
import { checkOnly, loadRun, openSession, type Loaded } from '../project/session.ts';
import type { RunSettings } from '../project/settings.ts';
import { summaryOptions } from '../project/summary-options.ts';
import { writeArtifacts } from './artifacts.ts';
import { clean, readLeftovers } from './clean.ts';
import { tellGithub } from './github.ts';
import { cleanedText, earlierLines } from './leftovers-words.ts';
import { playwright, type Stop } from './playwright-process.ts';
import { Progress } from './progress.ts';
import { writeProposal } from './proposal.ts';
import { policyOf, readText } from './report-of.ts';
import { keepAdmitted, type State } from './state.ts';
import { readLists } from './lists.ts';
import type { Preflight } from './preflight.ts';
import { preflightText, runPreflight } from './run-preflight.ts';
import { unfinishedLines } from './unfinished.ts';
import { unsentOf, unsentReport } from './unsent.ts';

export interface RunOptions {
  /** The folder as it was given: an empty text is not the folder that somebody stands in. */
  readonly out: string;
  /** Playwright's, which replay the results. */
  readonly workers?: number;
  readonly proposeWaivers?: boolean;
  readonly state?: State;
}

/** Runs, writes everything, prints the summary, and sets the exit code of the process. */
export async function runProject(settings: RunSettings, options: RunOptions): Promise<void> {
  // What can be wrong with the input is told now, before anything is started; what only planning finds, before anything
  // is sent or overwritten.
  const loaded = loadRun(settings, process.env);
  // Which codes are tried is known once the service has given its list.
  if (loaded.target.lists === undefined) checkOnly(loaded.scopes, settings.only, loaded.target);
  if (settings.faults !== undefined && !loaded.target.embedded)
    throw BadInput.of('faults-elsewhere', '--fault works on an embedded target only', {
      hint: 'Faults are seeded into the reference services.',
    });
  const faults = [...loaded.target.faults, ...(settings.faults ?? [])];
  // What knows all faults is loaded for the few runs that seed one.
  if (faults.length > 0) await (await import('../serve/serve.ts')).checkFaults(faults);
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
  showColored(terminalSummary(report, summaryOptions(settings.out, blocks)));
  for (const line of unfinishedLines(settings.out)) say(`\n${line}\n`);
  tellGithub(report, settings.out, blocks, process.env);
  if (options.proposeWaivers === true) say(`  ${writeProposal(settings.out, report)}\n`);
  const kept = options.state === undefined ? undefined : keepAdmitted(options.state, report);
  if (kept !== undefined) say(`  last admitted ${path.relative('.', kept)}\n`);
  process.exitCode = report.decision.exitCode;
}

async function reportOf(
  loaded: Loaded,
  options: RunOptions,
  progress: Progress,
  stop: Stop,
): Promise<Report | undefined> {
  const startedAt = new Date();
  const { settings, stops } = await readLists(loaded.settings, process.env);
  if (stops.length > 0) return unsentRun(loaded, { stops, warnings: [], others: [] }, progress, startedAt);
  const known = loadRun(settings, process.env);
  checkOnly(known.scopes, settings.only, known.target);
  // What Plumbline starts itself, it starts later, and it is in order.
  if (known.target.embedded) return playwrightReport(settings, options, progress, stop);
  const preflightAt = new Date();
  const found = await runPreflight(known, process.env, settings.allowWrites === true);
  for (const warning of found.warnings) progress.line(`warning: ${warning}`);
  if (found.stops.length > 0) return unsentRun(known, found, progress, preflightAt);
  const told = found.others.length === 0 ? settings : { ...settings, others: found.others };
  return playwrightReport(told, options, progress, stop);
}

function stoppedInPlanning(progress: Progress): never {
  progress.end();
  process.stderr.write(
    'stopped while planning: nothing was checked, and the reports of earlier runs are as they were\n',
  );
  process.exit(EXIT.incomplete);
}

/** The report of a run that need not begin: one explanation for each service that is out of order. */
async function unsentRun(loaded: Loaded, found: Preflight, progress: Progress, startedAt: Date): Promise<Report> {
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
  const { status, unplanned } = await playwright(settings, options.workers, progress, stop);
  if (unplanned) stoppedInPlanning(progress);
  // Planning found something wrong with the input, and said it; what an earlier run left is still there.
  if (status === EXIT.badInput) process.exitCode = EXIT.badInput;
  // Told where it happened.
  else if (status === EXIT.defect) process.exitCode = EXIT.defect;
  else if (existsSync(file) && statSync(file).mtimeMs >= started) return parseReport(readFileSync(file, 'utf8'), file);
  else {
    tell(`plumbline: the run ended without a report (Playwright ended with ${status})\n`);
    for (const line of unfinishedLines(settings.out)) tell(`${line}\n`);
    process.exitCode = EXIT.defect;
  }
  return undefined;
}

/** Sends nothing but what removes the records of a list; what is left afterwards is an incomplete job. */
export async function cleanProject(
  file: string,
  settingsFor: (target: string | undefined) => RunSettings,
): Promise<void> {
  const records = readLeftovers(file);
  const [first] = records;
  const { before, left } =
    first === undefined ? { before: 0, left: [] } : await clean(file, records, settingsFor(first.target), process.env);
  say(cleanedText(before, left));
  process.exitCode = left.length === 0 ? EXIT.admit : EXIT.incomplete;
}
