/** The report that a run is compared with. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseReport } from '../report/serialize.ts';
import { reportFile } from './report-file.ts';
import { readText } from './report-of.ts';

/**
 * Absolute path of a baseline that has been read and found good. One that lies in the output folder, which the run
 * clears, is copied first: comparing with the run before is what people do every night.
 */
export function keptBaseline(given: string, out: string): string {
  const file = path.resolve(reportFile(given));
  const text = readText(file);
  parseReport(text, file);
  if (path.dirname(file) !== out) return file;
  const copy = path.join(mkdtempSync(path.join(tmpdir(), 'plumbline-baseline-')), 'report.json');
  writeFileSync(copy, text);
  return copy;
}
