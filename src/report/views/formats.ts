/** The formats of a report that are one file each, made from the report and its exchanges alone. A new one is an entry here. */
import { MORE_FORMATS } from '../../schema/target.ts';
import type { Exchange } from '../../model/exchange.ts';
import { badge } from './badge.ts';
import { ctrfParts } from './ctrf.ts';
import { junitParts } from './junit.ts';
import type { Report } from '../model.ts';
import { sarif } from './sarif.ts';
import { reportParts } from '../serialize.ts';
import { summaryMarkdown } from './summary-markdown.ts';

export { MORE_FORMATS };

/** Written by default beside the report and its evidence. */
const DEFAULT_FORMATS = ['page', 'summary', 'junit', 'sarif', 'badge'] as const;
export type FormatName = (typeof DEFAULT_FORMATS | typeof MORE_FORMATS)[number];
/** `none`: only the report and its evidence. */
export type ChosenFormats = 'none' | readonly (typeof MORE_FORMATS)[number][];

export function formatsOf(chosen: ChosenFormats = []): readonly FormatName[] {
  return chosen === 'none' ? [] : [...DEFAULT_FORMATS, ...chosen];
}

export interface Format {
  readonly file: string;
  /** Absent for the report itself, which is always written. */
  readonly name?: FormatName;
  /** What it is, for reports/README.md. */
  readonly words: string;
  /** In parts, where it is long: of a hundred thousand checks nobody needs the whole text at once. */
  readonly parts: (report: Report, exchanges: readonly Exchange[]) => Iterable<string>;
}

/** The report itself comes first. */
export const FORMATS: readonly Format[] = [
  {
    file: 'report.json',
    words:
      'The report for programs, schema `plumbline.report/2` (`dist/src/schema/report.schema.json`). A check that conforms is a short row. Every other file is a view of it.',
    parts: reportParts,
  },
  {
    file: 'summary.md',
    name: 'summary',
    words: 'Short enough for a pull-request comment.',
    parts: (report) => [summaryMarkdown(report)],
  },
  {
    file: 'junit.xml',
    name: 'junit',
    words:
      'For CI systems: one case per check. What was not judged is an error, what is excused or does not apply is skipped. Of a run that the preflight stopped it has that one case.',
    parts: (report, exchanges) => junitParts(report, { exchanges }),
  },
  {
    file: 'ctrf.json',
    name: 'ctrf',
    words: 'With `--formats ctrf`: the same in the Common Test Report Format.',
    parts: ctrfParts,
  },
  {
    file: 'results.sarif',
    name: 'sarif',
    words: 'For code-scanning pages: one result for each cause, at its line of the contract.',
    parts: (report, exchanges) => [sarif(report, { exchanges })],
  },
  {
    file: 'badge.svg',
    name: 'badge',
    words: 'The result in a few words, for a README.',
    parts: (report) => [badge(report)],
  },
];

/** The page with the row of every format in its table, after the one of `index.html`. */
export function withFormats(page: string): string {
  const rows = FORMATS.map(({ file, words }) => `| \`${file}\` | ${words} |`);
  const lines = page.split('\n');
  const first = lines.findIndex((line) => line.startsWith('| `index.html` |')) + 1;
  const after = lines.findIndex((line) => line.startsWith('| `leftovers.ndjson` |'));
  return [...lines.slice(0, first), ...rows, ...lines.slice(after)].join('\n');
}
