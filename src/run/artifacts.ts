/** Writes the report and every view of it. */
import { defined, maybe } from '../record/defined.ts';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { BadInput } from '../errors.ts';
import { compareReports } from '../gate/compare.ts';
import { forgetBodies } from '../record/body.ts';
import { allureFiles } from '../report/views/allure.ts';
import { FORMATS, LARGE, VIEWS, type View } from '../report/views/formats.ts';
import { historyLine, parseHistory, trend } from '../report/history.ts';
import { citedExchanges, renderHtml, timingsOf, type HistoryPoint, type HtmlData } from '../report/page/html.ts';
import { proofForReport } from '../report/proof.ts';
import { evidenceRunOf, packEvidence, writeEvidence, type EvidenceRun } from './evidence.ts';
import { writeMany } from '../project/many-files.ts';
import { writing } from '../project/disk.ts';
import { ALLURE, replaceArtifacts } from '../project/output.ts';
import { packFile, readText } from '../project/packed.ts';
import { readProof } from '../project/published-proof.ts';
import type { MadeReport } from './report-of.ts';
import type { Unsent } from './unsent.ts';
import { writeParts } from '../project/write-parts.ts';
import { projectRoot } from '../project/root.ts';
import { type Session } from '../project/session.ts';

/** `unsent` says of what nothing was sent, where preflight found something out of order. */
export async function writeArtifacts(
  session: Pick<Session, 'settings' | 'target' | 'plan'>,
  made: MadeReport,
  unsent?: Unsent,
): Promise<void> {
  const { out, history, views, compact } = session.settings;
  const earlier = history === undefined || !existsSync(history) ? [] : parseHistory(readText(history), history);
  await writeReport(out, made, evidenceRunOf(session, made, unsent), {
    history: trend(earlier, made.report.run.target),
    ...defined({ views }),
  });
  if (history !== undefined) {
    // It was looked at before anything was sent; the report is whole by now.
    writing(
      history,
      () => {
        mkdirSync(path.dirname(history), { recursive: true });
        appendFileSync(history, historyLine(made.report));
      },
      'The report is whole, and this run is missing in the history.',
    );
  }
  if (compact === true) packReport(out);
}

/** Leaves the large files of a report packed. */
export function packReport(out: string): void {
  writing(out, () => {
    for (const file of LARGE.map((name) => path.join(out, name))) if (existsSync(file)) packFile(file);
    packEvidence(path.join(out, 'evidence'));
  });
}

interface Wanted {
  /** Earlier runs of the target, for the page. */
  readonly history?: readonly HistoryPoint[];
  /** All of them, where nothing is said. */
  readonly views?: readonly View[];
}

/** The report, its views and its evidence, in place of those that are there: a view that is not wanted is not kept either. */
export async function writeReport(
  out: string,
  made: MadeReport,
  run: EvidenceRun,
  { history = [], views = VIEWS }: Wanted = {},
): Promise<void> {
  await replaceArtifacts(out, async (fresh) => {
    const { report, exchanges } = made;
    // Its files are written while all the rest is made.
    const allure = views.includes('allure')
      ? writeMany(path.join(fresh, ALLURE), allureFiles(report, exchanges))
      : undefined;
    try {
      for (const { file, view, parts } of FORMATS)
        if (view === undefined || views.includes(view)) writeParts(path.join(fresh, file), parts(report, exchanges));
      if (views.includes('page')) writePage(fresh, made, history);
      writeEvidence(path.join(fresh, 'evidence'), run, exchanges, made.baseline);
    } finally {
      await allure;
    }
  });
  forgetBodies(made.exchanges);
}

function writePage(folder: string, made: MadeReport, history: readonly HistoryPoint[]): void {
  const { report, exchanges, baseline } = made;
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
