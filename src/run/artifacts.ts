/** Writes the report and its views at the end of a run. */
import { omitUndefined, mapOptional } from '../model/objects.ts';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { BadInput } from '../errors.ts';
import { compareReports } from '../gate/compare.ts';
import { releaseBodies } from '../model/body.ts';
import { allureFiles } from '../report/views/allure.ts';
import { type ChosenFormats, FORMATS, formatsOf } from '../report/views/formats.ts';
import { historyLine, parseHistory, runsOfTarget } from '../report/history.ts';
import { citedExchanges, type HistoryPoint, type HtmlData, renderHtml, timingsOf } from '../report/page/html.ts';
import { proofForReport } from '../report/proof.ts';
import { type EvidenceRun, evidenceRunOf, writeEvidence } from './evidence.ts';
import { readText, writeParts, withWriteErrors } from '../project/files.ts';
import { ALLURE, replaceArtifacts, writeAtomically } from '../project/output.ts';
import { readProof } from '../project/published-proof.ts';
import { type BuiltReport, reportOfSession } from './session-report.ts';
import { asStoppedReport, type UnsentCauses } from './stopped-services.ts';
import { projectRoot } from '../project/package.ts';
import type { Session } from '../project/session.ts';
import type { Group } from '../plan/model.ts';
import { countLeftovers, leftoversOf } from '../cleanup/leftovers.ts';
import { LEFTOVERS, settleLeftovers } from '../cleanup/leftovers-file.ts';
import { type GroupRecord, groupsWithoutVerdict } from './group-record.ts';
import { deleteCheckpoint } from './checkpoint.ts';
import { proposeWaivers } from '../report/propose-waivers.ts';
import { pluralize } from '../model/text.ts';
import type { ViewOptions } from '../report/open-causes.ts';
import { printExact, printToStderr } from '../project/terminal.ts';
import { githubAnnotations } from '../report/views/github-annotations.ts';
import { summaryMarkdown } from '../report/views/summary-markdown.ts';
import type { Report, ReportCheck } from '../report/model.ts';
import path from 'node:path';

/** @param unsent causes of the services that preflight excluded */
export async function writeArtifacts(
  session: Pick<Session, 'settings' | 'target' | 'plan'>,
  made: BuiltReport,
  unsent?: UnsentCauses,
): Promise<void> {
  const { out, history, formats = session.target.formats } = session.settings;
  const earlier = history === undefined || !existsSync(history) ? [] : parseHistory(readText(history), history);
  await writeReport(out, made, evidenceRunOf(session, made, unsent), {
    history: runsOfTarget(earlier, made.report.run.target),
    ...omitUndefined({ formats }),
  });
  if (history !== undefined) {
    // Links were checked before the run; the new report is complete by now.
    withWriteErrors(
      history,
      () => {
        mkdirSync(path.dirname(history), { recursive: true });
        appendFileSync(history, historyLine(made.report));
      },
      'The report is complete, but the history has no line for this run.',
    );
  }
}

interface Wanted {
  /** Earlier runs of the target. */
  readonly history?: readonly HistoryPoint[];
  readonly formats?: ChosenFormats;
}

/** Replaces the report, its views and its evidence. Files of formats that are not requested are deleted. */
export async function writeReport(
  out: string,
  made: BuiltReport,
  run: EvidenceRun,
  { history = [], formats: chosen }: Wanted = {},
): Promise<void> {
  await replaceArtifacts(out, (fresh) => {
    const { report, exchanges } = made;
    const formats = formatsOf(chosen);
    for (const { file, name, parts } of FORMATS)
      if (name === undefined || formats.includes(name)) writeParts(path.join(fresh, file), parts(report, exchanges));
    if (formats.includes('allure')) writeAllure(path.join(fresh, ALLURE), made);
    if (formats.includes('page')) writePage(fresh, made, history);
    writeEvidence(path.join(fresh, 'evidence'), run, made);
  });
  releaseBodies(made.exchanges);
}

/** Writes one file per result. The writer of allure-js-commons calls fsync for each file and takes four times as long (4.4 ms instead of 1.1 ms). */
function writeAllure(folder: string, { report, exchanges }: BuiltReport): void {
  mkdirSync(folder);
  for (const { name, text } of allureFiles(report, exchanges)) writeFileSync(path.join(folder, name), text);
}

function writePage(folder: string, made: BuiltReport, history: readonly HistoryPoint[]): void {
  const { report, exchanges, baseline } = made;
  const proof = readProof(projectRoot());
  const data: HtmlData = {
    report,
    exchanges: citedExchanges(report, exchanges),
    timings: timingsOf(exchanges),
    ...omitUndefined({ baseline: mapOptional(baseline, (it) => compareReports(it, report)) }),
    ...(history.length === 0 ? {} : { history }),
    ...omitUndefined({ proof: mapOptional(proof, (it) => proofForReport(it, report)) }),
  };
  writeFileSync(path.join(folder, 'index.html'), renderHtml(viewerTemplate(), data));
}

/** The viewer page, built when Plumbline is installed. */
export function viewerTemplate(): string {
  const file = path.join(projectRoot(import.meta.dirname), 'dist', 'viewer', 'index.html');
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw BadInput.of('viewer-missing', 'the report viewer has not been built', { hint: 'Run "npm run build" once.' });
  }
}

export async function writeReportAndSummary(
  session: Session,
  groups: readonly Group[],
  records: ReadonlyMap<string, GroupRecord>,
  startedAt: Date,
  unsent?: UnsentCauses,
  silent: readonly string[] = [],
): Promise<Report> {
  const { out, runId } = session.settings;
  const all = settleLeftovers(path.join(out, LEFTOVERS), runId);
  const own = all.filter(({ run }) => run === runId);
  const left = { leftovers: leftoversOf(own), before: countLeftovers(all) - countLeftovers(own) };
  const sent = reportOfSession(session, groups, records, { startedAt, finishedAt: new Date() }, left, silent);
  const made = unsent === undefined ? sent : { ...sent, report: asStoppedReport(sent.report, unsent) };
  await writeArtifacts(session, made, unsent);
  const isWhole =
    unsent === undefined &&
    groups.every(({ id }) => records.has(id) && records.get(id)?.unsent === undefined) &&
    groupsWithoutVerdict([...records.values()]).size === 0;
  if (isWhole) deleteCheckpoint(out);
  return made.report;
}

export const PROPOSED_WAIVERS_FILE = 'waivers-proposed.yaml';

/** Writes waiver proposals and returns one line about them. */
export function writeProposal(out: string, report: Report, blocks: (check: ReportCheck) => boolean): string {
  const { text, entries, untold } = proposeWaivers(report, { blocks });
  const file = path.join(out, PROPOSED_WAIVERS_FILE);
  writeAtomically(file, text);
  const shown = path.relative(process.cwd(), file);
  const next =
    entries === 0
      ? untold === 0
        ? 'no failures without a waiver'
        : 'no entry'
      : `${pluralize(entries, 'entry', 'entries')}: fill in owner and expires, move the file next to the target file, and set "waivers" there`;
  const left =
    untold === 0
      ? ''
      : `; ${pluralize(untold, 'failing check is', 'failing checks are')} left out and listed in the file, because the findings have no text that is likely to recur`;
  return `waivers  ${shown} (${next}${left})`;
}

/** Prints workflow commands to standard output on GitHub, and writes the step summary. */
export function printForGithub(
  report: Report,
  blocks: NonNullable<ViewOptions['blocks']>,
  env: NodeJS.ProcessEnv,
): void {
  if (env['GITHUB_ACTIONS'] !== 'true') return;
  printExact(githubAnnotations(report, { blocks }));
  const file = env['GITHUB_STEP_SUMMARY'];
  if (file === undefined || file === '') return;
  try {
    appendFileSync(file, `${summaryMarkdown(report)}\n`);
  } catch {
    // The report and its exit code are final: a summary that cannot be written changes neither.
    printToStderr(`warning: the step summary ${file} cannot be written\n`);
  }
}
