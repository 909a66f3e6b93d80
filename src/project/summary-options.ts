/** How the ten-second summary is printed in the terminal that somebody looks at. */
import { defined, maybe } from '../record/defined.ts';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ReportCheck } from '../report/model.ts';
import { reportFile } from './report-file.ts';
import type { TerminalOptions } from '../report/views/terminal.ts';

/** `out` is the folder of the report, where one was written. */
export function summaryOptions(out: string | undefined, blocks: (check: ReportCheck) => boolean): TerminalOptions {
  return {
    color: isColored(process.stdout.isTTY === true, process.env),
    ...defined({ paths: maybe(out, pathsIn) }),
    blocks,
  };
}

/** The page, where it was asked for, and the report. */
function pathsIn(out: string): readonly string[] {
  const shown = (name: string): string => path.relative(process.cwd(), path.join(out, name)) || name;
  const page = existsSync(path.join(out, 'index.html')) ? [`report   ${shown('index.html')}`] : [];
  return [...page, `data     ${shown(path.basename(reportFile(out)))}`];
}

/** Colour where somebody looks; NO_COLOR and FORCE_COLOR come before that, as in most programs. */
export function isColored(isTerminal: boolean, { NO_COLOR, FORCE_COLOR }: NodeJS.ProcessEnv): boolean {
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return isTerminal;
}
