/** Report formats of one file each, generated from the report and its exchanges. To add a format, add an entry here. */
import { OPTIONAL_FORMATS } from '../../schema/target.ts';
import type { Exchange } from '../../model/exchange.ts';
import { badge } from './badge.ts';
import { ctrfParts } from './ctrf.ts';
import { junitParts } from './junit.ts';
import type { Report } from '../model.ts';
import { sarif } from './sarif.ts';
import { reportParts } from '../serialize.ts';
import { summaryMarkdown } from './summary-markdown.ts';

export { OPTIONAL_FORMATS };

/** Formats written by default besides the report and its evidence. */
const DEFAULT_FORMATS = ['page', 'summary', 'junit', 'sarif', 'badge'] as const;
export type FormatName = (typeof DEFAULT_FORMATS | typeof OPTIONAL_FORMATS)[number];
/** `none`: only the report and its evidence. */
export type ChosenFormats = 'none' | readonly (typeof OPTIONAL_FORMATS)[number][];

export function formatsOf(chosen: ChosenFormats = []): readonly FormatName[] {
  return chosen === 'none' ? [] : [...DEFAULT_FORMATS, ...chosen];
}

export interface Format {
  readonly file: string;
  /** Absent for the report itself, which is always written. */
  readonly name?: FormatName;
  /** Description for reports/README.md. */
  readonly words: string;
  /** File content in parts, since a report may have 100,000 checks. */
  readonly parts: (report: Report, exchanges: readonly Exchange[]) => Iterable<string>;
}

/** The report is first. */
export const FORMATS: readonly Format[] = [
  {
    file: 'report.json',
    words:
      'Data of the report for scripts, schema `plumbline.report/2` (`dist/src/schema/report.schema.json`). A conforming check is a short row.',
    parts: reportParts,
  },
  {
    file: 'summary.md',
    name: 'summary',
    words: 'Summary for a pull request comment.',
    parts: (report) => [summaryMarkdown(report)],
  },
  {
    file: 'junit.xml',
    name: 'junit',
    words:
      'JUnit for CI systems: one case per check. Checks without a verdict are errors; waived checks and checks that do not apply are skipped.',
    parts: (report, exchanges) => junitParts(report, { exchanges }),
  },
  {
    file: 'ctrf.json',
    name: 'ctrf',
    words: 'With `--formats ctrf`: Common Test Report Format.',
    parts: ctrfParts,
  },
  {
    file: 'results.sarif',
    name: 'sarif',
    words: 'SARIF for code scanning: one result per failure group, at its line of the contract.',
    parts: (report, exchanges) => [sarif(report, { exchanges })],
  },
  {
    file: 'badge.svg',
    name: 'badge',
    words: 'Badge with the result.',
    parts: (report) => [badge(report)],
  },
];

/** Inserts a table row for each format after `index.html`. */
export function insertFormatRows(page: string): string {
  const rows = FORMATS.map(({ file, words }) => `| \`${file}\` | ${words} |`);
  const lines = page.split('\n');
  const first = lines.findIndex((line) => line.startsWith('| `index.html` |')) + 1;
  const after = lines.findIndex((line) => line.startsWith('| `leftovers.ndjson` |'));
  return [...lines.slice(0, first), ...rows, ...lines.slice(after)].join('\n');
}
