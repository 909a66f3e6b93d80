/** `plumbline run`: one run from loading to the decision, with its terminal output. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { BadInput } from '../errors.ts';
import { blockingCheck } from '../gate/decide.ts';
import { unmatchedPatterns } from '../gate/reasons.ts';
import { parseHistory } from '../report/history.ts';
import type { Report, KnownFailure } from '../report/model.ts';
import { terminalSummary } from '../report/views/terminal.ts';
import { pluralize } from '../model/text.ts';
import { omitUndefined } from '../model/objects.ts';
import { sharedTokens, type SharedTokens } from '../http/token-provider.ts';
import { onEndSignal } from '../project/end-signals.ts';
import { EXIT } from '../project/package.ts';
import { withLockedFolder, withOutputFolder, rejectSymlink } from '../project/output.ts';
import { printText, printColored, summaryOptions, printToStderr } from '../project/terminal.ts';
import { type LoadedRun, loadRun, openSession, withServedTarget, type Session } from '../project/session.ts';
import { EMBEDDED_VARIABLE, type RunSettings } from '../project/settings.ts';
import { writeReportAndSummary, printForGithub, writeArtifacts, writeProposal } from './artifacts.ts';
import { cleanLeftovers, cleaningText, earlierLeftoverLines, readLeftovers } from './clean.ts';
import type { Policy } from '../gate/policy.ts';
import { runGroups } from './run-groups.ts';
import { startEmbedded } from './embedded.ts';
import { rateLimitOf } from './destinations.ts';
import { groupsOfShard } from './group-scheduler.ts';
import { Progress } from './progress.ts';
import { policyOf } from './decision-inputs.ts';
import { readText } from '../project/files.ts';
import { checkKeeping, storeApprovedReport } from './state.ts';
import { readCodeLists } from './code-lists.ts';
import { type Preflight, preflightText, runPreflight } from './preflight.ts';
import { earlierPart, resumeLines, withResumeHint } from './checkpoint.ts';
import { causeOf, type UnsentCauses, unsentOf, unsentRecords, unsentReport } from './stopped-services.ts';

/** Action of a signal: before anything is sent it ends the run at once, later it stops sending and reports the judged groups. */
interface Stop {
  act: () => void;
}

/** State that the phases of a run pass on. */
interface RunPhase {
  readonly progress: Progress;
  readonly stop: Stop;
  readonly startedAt: Date;
  readonly tokens: SharedTokens;
  readonly pace: (() => Promise<void>) | undefined;
}

export interface RunOptions {
  /** The folder as it was given: an empty text is not the working folder. */
  readonly out: string;
  readonly proposeWaivers?: boolean;
}

/** Runs, writes the report, prints the summary and sets the exit code of the process. */
export async function runProject(settings: RunSettings, options: RunOptions): Promise<void> {
  // Bad input is reported before anything starts; problems of planning before anything is sent or overwritten.
  const loaded = loadRun(settings, process.env);
  // Test cases depend on the code lists of the service.
  const part =
    loaded.target.lists === undefined && settings.only !== undefined ? openSession(settings, process.env) : undefined;
  if (settings.faults !== undefined && !loaded.target.embedded)
    throw BadInput.of('faults-elsewhere', '--fault works on an embedded target only', {
      hint: 'Only the reference services have faults. Remove --fault, or use an embedded target.',
    });
  // The fault catalogue is loaded only for runs that seed faults.
  if (loaded.target.faults.length > 0 || (settings.faults ?? []).length > 0) {
    const { checkFaults, checkFaultsHaveEffect: checkSeeded } = await import('../serve/serve.ts');
    await checkFaults(loaded.target.faults, loaded.target.file);
    await checkFaults(settings.faults ?? []);
    checkSeeded(settings.faults ?? [], part?.plan.groups ?? placesOf(loaded), loaded.project.specs);
  }
  if (settings.history !== undefined && existsSync(settings.history))
    parseHistory(readText(settings.history), settings.history);
  const policy = policyOf(settings.policy, loaded.project);
  checkKeeping(settings);
  await withOutputFolder(options.out, () => checkedRun(loaded, policy, options));
}

/** Runs with a lock on the output folder. */
async function checkedRun(loaded: LoadedRun, policy: Policy, options: RunOptions): Promise<void> {
  const { settings } = loaded;
  const blocks = blockingCheck(policy);
  printToStderr(`${loaded.target.target}: ${loaded.scopes.map((s) => `${s.service} ${s.version}`).join(', ')}\n`);
  for (const line of earlierLeftoverLines(settings.out)) printToStderr(`${line}\n`);
  const progress = new Progress(process.stderr);
  // One handler for the whole run: a signal between two handlers would be lost.
  const stop = { act: (): void => stoppedInPlanning(progress) };
  onEndSignal(() => stop.act());
  progress.start();
  const pace = rateLimitOf(loaded.target.limits, settings.shard, Date.now);
  const begun = { progress, stop, startedAt: new Date(), tokens: sharedTokens(), pace };
  const report = await reportOf(loaded, begun).finally(() => progress.end());
  for (const words of unmatchedPatterns(policy, report)) printToStderr(`note: ${words}\n`);
  printColored(terminalSummary(report, summaryOptions(settings.out, blocks)));
  for (const line of resumeLines(settings.out)) printText(`\n${line}\n`);
  printForGithub(report, blocks, process.env);
  if (options.proposeWaivers === true) printText(`  ${writeProposal(settings.out, report, blocks)}\n`);
  if (settings.admitted !== undefined && storeApprovedReport(settings.admitted, report))
    printText(`  last admitted ${path.relative('.', settings.admitted)}\n`);
  process.exitCode = report.decision.exitCode;
}

function placesOf({ scopes }: LoadedRun): readonly { readonly service: string; readonly spec: string }[] {
  return scopes.map(({ service, version }) => ({ service, spec: version }));
}

async function reportOf(loaded: LoadedRun, begun: RunPhase): Promise<Report> {
  const { progress, startedAt, tokens, pace } = begun;
  const { settings, stops: unread } = await readCodeLists(loaded.settings, process.env, tokens, pace);
  const known = loadRun(settings, process.env);
  const { embedded, faults } = known.target;
  // Embedded services need no preflight.
  if (embedded && unread.length === 0) return sentRun(settings, faults, begun);
  const seen = embedded ? UNSEEN : await runPreflight(known, process.env, settings.allowWrites === true, tokens, pace);
  const found = { ...seen, stops: allStops(seen.stops, unread) };
  const unsent = found.stops.length === 0 ? undefined : unsentOf(found.stops);
  for (const warning of found.warnings) progress.line(`warning: ${warning}`);
  if (unsent !== undefined) {
    progress.line(preflightText(found));
    const left = known.scopes.filter(({ service, version: spec }) => causeOf({ service, spec }, unsent) === undefined);
    if (left.length === 0) return unsentRun(known, found, unsent, startedAt);
    progress.line(`still judged: ${left.map((it) => `${it.service} ${it.version}`).join(', ')}`);
  }
  const completeSettings = {
    ...settings,
    preflight: preflightInfo(found),
    ...(found.others.length === 0 ? {} : { others: found.others }),
  };
  return sentRun(completeSettings, embedded ? faults : undefined, begun, unsent);
}

const UNSEEN: Preflight = { stops: [], warnings: [], others: [] };

/** An unreachable service is reported once, without its unreadable code lists. */
function allStops(stops: Preflight['stops'], unread: Preflight['stops']): Preflight['stops'] {
  const known = unsentOf(stops);
  const isNews = (service: string) => (spec: string) => causeOf({ service, spec }, known) === undefined;
  return [
    ...stops,
    ...unread.flatMap((stop) => {
      const specs = stop.specs.filter(isNews(stop.service));
      return specs.length === 0 ? [] : [{ ...stop, specs }];
    }),
  ];
}

/** Preflight results for the report. */
function preflightInfo({ stops, warnings }: Preflight): KnownFailure {
  return { ...(stops.length === 0 ? {} : { stops }), ...(warnings.length === 0 ? {} : { warnings }) };
}

function stoppedInPlanning(progress: Progress): never {
  progress.end();
  printToStderr('stopped while planning: no check was run, and earlier reports are unchanged\n');
  process.exit(EXIT.incomplete);
}

/** Reports a run that preflight stopped, with one cause per service. */
async function unsentRun(loaded: LoadedRun, found: Preflight, unsent: UnsentCauses, startedAt: Date): Promise<Report> {
  const session = openSession({ ...loaded.settings, preflight: preflightInfo(found) }, process.env);
  const made = unsentReport(session, unsent, { startedAt, finishedAt: new Date() });
  await writeArtifacts(session, made, unsent);
  return made.report;
}

/** Plans and sends. `faults`: seeded in embedded services */
async function sentRun(
  settings: RunSettings,
  faults: readonly string[] | undefined,
  begun: RunPhase,
  unsent?: UnsentCauses,
): Promise<Report> {
  const embedded =
    faults === undefined || process.env[EMBEDDED_VARIABLE] !== undefined
      ? undefined
      : startEmbedded([...faults, ...(settings.faults ?? [])], (text) => begun.progress.line(text));
  try {
    // Embedded services start while the run is planned.
    const session = openSession(settings, process.env);
    const file = await embedded?.target;
    return await sentSession(
      file === undefined ? session : withServedTarget(session, file, process.env),
      begun,
      unsent,
    );
  } finally {
    await embedded?.stop();
  }
}

async function sentSession(
  session: Session,
  { progress, stop, startedAt, tokens, pace }: RunPhase,
  unsent?: UnsentCauses,
): Promise<Report> {
  const groups = groupsOfShard(session.plan.groups, session.settings.shard);
  const isLeft = (group: (typeof groups)[number]): boolean =>
    unsent === undefined || causeOf(group, unsent) === undefined;
  const earlier = earlierPart(session);
  // Planning blocks the event loop, so pending events are handled first.
  await setImmediate();
  const stopping = new AbortController();
  stop.act = (): void => stopping.abort();
  const given = { env: process.env, stop: stopping.signal, progress, tokens, ...omitUndefined({ earlier, pace }) };
  const wanted = groups.filter(isLeft);
  try {
    const { records: sent, silent } = await runGroups(session, wanted, given);
    if (stopping.signal.aborted)
      progress.line(`stopped: ${sent.size} of ${pluralize(wanted.length, 'group')} judged, the rest have no verdict`);
    const records = new Map([
      ...(unsent === undefined
        ? []
        : unsentRecords(
            groups.filter((group) => !isLeft(group)),
            unsent,
          )
      ).map((record) => [record.group, record] as const),
      ...sent,
    ]);
    progress.update('writing');
    const began = Math.min(startedAt.getTime(), Date.parse(earlier?.head.startedAt ?? '9999'));
    return await writeReportAndSummary(session, groups, records, new Date(began), unsent, silent);
  } catch (error) {
    throw withResumeHint(error, session.settings.out);
  }
}

/** Deletes the records of a leftovers file. Remaining records mean an incomplete job. */
export async function cleanProject(
  file: string,
  settingsFor: (target: string | undefined) => RunSettings,
): Promise<void> {
  rejectSymlink(file);
  // A file of another kind is reported before the folder is locked.
  readLeftovers(file);
  // Locked, since a run in this folder writes to the same file.
  const cleaned = await withLockedFolder(path.dirname(file), async () => {
    const records = readLeftovers(file);
    const [first] = records;
    return first === undefined
      ? { before: [], left: [], asBefore: 0 }
      : cleanLeftovers(file, records, settingsFor(first.target), process.env);
  });
  printText(cleaningText(cleaned));
  process.exitCode = cleaned.left.length === 0 ? EXIT.admit : EXIT.incomplete;
}
