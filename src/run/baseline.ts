/** The report that a run is compared with. */
import path from 'node:path';
import { parseReport } from '../report/serialize.ts';
import { reportFile } from '../project/report-file.ts';
import { readText } from '../project/packed.ts';

/** Absolute path of a baseline that has been read and found good. It may lie in the folder that the run writes to: it is read before it is replaced. */
export function checkedBaseline(given: string): string {
  const file = path.resolve(reportFile(given));
  parseReport(readText(file), file);
  return file;
}
