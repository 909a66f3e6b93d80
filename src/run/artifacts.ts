/** Writes the report and every view of it. */
import { defined, maybe } from '../record/defined.ts';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { BadInput } from '../errors.ts';
import { compareReports } from '../gate/compare.ts';
import { forgetLong } from '../record/body.ts';
import { allureFiles } from '../report/allure.ts';
import { FORMATS } from '../report/formats.ts';
import { historyLine, parseHistory, trend } from '../report/history.ts';
import { citedExchanges, renderHtml, timingsOf, type HistoryPoint, type HtmlData } from '../report/page/html.ts';
import { proofForReport } from '../report/proof.ts';
import { evidenceRunOf, writeEvidence, type EvidenceRun } from './evidence.ts';
import { ALLURE, replaceArtifacts } from '../project/output.ts';
import { readProof } from '../project/published-proof.ts';
import { readText, type MadeReport } from './report-of.ts';
import { projectRoot } from '../project/root.ts';
import { type Session } from '../project/session.ts';

/** `unsent` says why nothing was sent, where preflight stopped the run. */
export async function writeArtifacts(
  session: Pick<Session, 'settings' | 'target' | 'plan'>,
  made: MadeReport,
  unsent?: Readonly<Record<string, string>>,
): Promise<void> {
  const { out, history } = session.settings;
  const earlier = history === undefined || !existsSync(history) ? [] : parseHistory(readText(history), history);
  writeReport(out, made, evidenceRunOf(session, made, unsent), trend(earlier, made.report.run.target));
  if (history !== undefined) {
    mkdirSync(path.dirname(history), { recursive: true });
    appendFileSync(history, historyLine(made.report));
  }
  await Promise.resolve();
}

/** The report, its views and its evidence, in place of those that are there. */
export function writeReport(
  out: string,
  made: MadeReport,
  run: EvidenceRun,
  history: readonly HistoryPoint[] = [],
): void {
  replaceArtifacts(out, (fresh) => {
    writeViews(fresh, made, history);
    writeEvidence(path.join(fresh, 'evidence'), run, made.exchanges, made.baseline);
    writeAllure(path.join(fresh, ALLURE), made);
  });
  forgetLong();
}

function writeAllure(folder: string, { report, exchanges }: MadeReport): void {
  mkdirSync(folder);
  for (const { name, text } of allureFiles(report, exchanges)) writeFileSync(path.join(folder, name), text);
}

function writeViews(folder: string, made: MadeReport, history: readonly HistoryPoint[]): void {
  const { report, exchanges, baseline } = made;
  for (const format of FORMATS) writeFileSync(path.join(folder, format.file), format.write(report, exchanges));
  const proof = readProof(projectRoot());
  const data: HtmlData = {
    report,
    exchanges: citedExchanges(report, exchanges),
    timings: timingsOf(exchanges),
    ...defined({ baseline: maybe(baseline, (it) => compareReports(it, report)) }),
    ...(history.length === 0 ? {} : { history }),
    ...defined({ proof: maybe(proof, (it) => proofForReport(it, report)) }),
  };
  writeFileSync(path.join(folder, 'index.html'), renderHtml(viewerTemplate(), data));
}

/** The built viewer. It is made when Plumbline is installed. */
export function viewerTemplate(): string {
  const file = path.join(projectRoot(import.meta.dirname), 'dist', 'viewer', 'index.html');
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw BadInput.of('viewer-missing', 'the report viewer has not been built', { hint: 'Run "npm run build" once.' });
  }
}
