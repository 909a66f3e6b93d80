/** Writes the report and every view of it. */
import { defined, maybe } from '../record/defined.ts';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { BadInput } from '../errors.ts';
import { compareReports } from '../gate/compare.ts';
import { forgetBodies } from '../record/body.ts';
import { allureFiles } from '../report/views/allure.ts';
import { FORMATS, formatsOf, type ChosenFormats } from '../report/views/formats.ts';
import { historyLine, parseHistory, trend } from '../report/history.ts';
import { citedExchanges, renderHtml, timingsOf, type HistoryPoint, type HtmlData } from '../report/page/html.ts';
import { proofForReport } from '../report/proof.ts';
import { evidenceRunOf, writeEvidence, type EvidenceRun } from './evidence.ts';
import { writeMany } from '../project/many-files.ts';
import { writing } from '../project/disk.ts';
import { ALLURE, replaceArtifacts } from '../project/output.ts';
import { readText } from '../project/packed.ts';
import { readProof } from '../project/published-proof.ts';
import type { MadeReport } from './report-of.ts';
import type { Unsent } from './stopped-services.ts';
import { writeParts } from '../project/write-parts.ts';
import { projectRoot } from '../project/root.ts';
import { type Session } from '../project/session.ts';

/** `unsent` says of what nothing was sent, where preflight found something out of order. */
export async function writeArtifacts(
  session: Pick<Session, 'settings' | 'target' | 'plan'>,
  made: MadeReport,
  unsent?: Unsent,
): Promise<void> {
  const { out, history, formats = session.target.formats } = session.settings;
  const earlier = history === undefined || !existsSync(history) ? [] : parseHistory(readText(history), history);
  await writeReport(out, made, evidenceRunOf(session, made, unsent), {
    history: trend(earlier, made.report.run.target),
    ...defined({ formats }),
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
}

interface Wanted {
  /** Earlier runs of the target, for the page. */
  readonly history?: readonly HistoryPoint[];
  readonly formats?: ChosenFormats;
}

/** The report, its views and its evidence, in place of those that are there: a file of a format that is not wanted is removed. */
export async function writeReport(
  out: string,
  made: MadeReport,
  run: EvidenceRun,
  { history = [], formats: chosen }: Wanted = {},
): Promise<void> {
  await replaceArtifacts(out, async (fresh) => {
    const { report, exchanges } = made;
    const formats = formatsOf(chosen);
    // Its files are written while all the rest is made.
    const allure = formats.includes('allure')
      ? writeMany(path.join(fresh, ALLURE), allureFiles(report, exchanges))
      : undefined;
    try {
      for (const { file, name, parts } of FORMATS)
        if (name === undefined || formats.includes(name)) writeParts(path.join(fresh, file), parts(report, exchanges));
      if (formats.includes('page')) writePage(fresh, made, history);
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
