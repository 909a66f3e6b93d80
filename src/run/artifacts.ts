/** Writes the report and every view of it. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { BadInput } from '../errors.ts';
import { compareReports } from '../gate/compare.ts';
import { badge } from '../report/badge.ts';
import { ctrf } from '../report/ctrf.ts';
import { historyLine, parseHistory, trend } from '../report/history.ts';
import { citedExchanges, renderHtml, timingsOf, type HistoryPoint, type HtmlData } from '../report/page/html.ts';
import { junit } from '../report/junit.ts';
import { proofForReport } from '../report/proof.ts';
import { sarif } from '../report/sarif.ts';
import { serializeReport } from '../report/serialize.ts';
import { summaryMarkdown } from '../report/summary-markdown.ts';
import { evidenceRunOf, writeEvidence, type EvidenceRun } from './evidence.ts';
import { ALLURE, replaceArtifacts, type ARTIFACTS } from '../project/output.ts';
import { tellStanding } from './allure-standing.ts';
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
    tellStanding(path.join(out, ALLURE), made.report);
  });
}

function writeViews(folder: string, made: MadeReport, history: readonly HistoryPoint[]): void {
  const { report, exchanges, baseline } = made;
  const write = (name: (typeof ARTIFACTS)[number], text: string): void => writeFileSync(path.join(folder, name), text);
  write('report.json', serializeReport(report));
  write('junit.xml', junit(report, { exchanges }));
  write('ctrf.json', ctrf(report, exchanges));
  write('results.sarif', sarif(report, { exchanges }));
  write('summary.md', summaryMarkdown(report));
  write('badge.svg', badge(report));
  const proof = readProof(projectRoot());
  const data: HtmlData = {
    report,
    exchanges: citedExchanges(report, exchanges),
    timings: timingsOf(exchanges),
    ...(baseline === undefined ? {} : { baseline: compareReports(baseline, report) }),
    ...(history.length === 0 ? {} : { history }),
    ...(proof === undefined ? {} : { proof: proofForReport(proof, report) }),
  };
  write('index.html', renderHtml(viewerTemplate(), data));
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
