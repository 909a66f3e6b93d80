/** Text layout: columns, wrapped lines and single lines. */
import type { ReportCheck, Verdict } from './model.ts';
import { formatNumber } from '../model/text.ts';
import { printable } from './printable.ts';

export interface ColumnOptions {
  /** Indexes of right-aligned columns. */
  readonly right?: readonly number[];
  readonly indent?: string;
  readonly gap?: string;
}

/** Aligned columns, one line per row. Rows may differ in length; the last cell is not padded. */
export function alignColumns(rows: readonly (readonly string[])[], options: ColumnOptions = {}): readonly string[] {
  const { right = [], indent = '  ', gap = '  ' } = options;
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, index) => (widths[index] = Math.max(widths[index] ?? 0, cell.length)));
  return rows.map((row) => {
    const cells = row.map((cell, index) =>
      right.includes(index) ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0),
    );
    return `${indent}${cells.join(gap)}`.trimEnd();
  });
}

/** Wraps a text at word boundaries. A longer word has its own line. */
export function wrapWords(text: string, width: number, indent = ''): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter((w) => w !== '')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].map((l) => `${indent}${l}`).join('\n');
}

/** Narrower terminals get unwrapped text. */
const MINIMUM_WIDTH = 40;

/** Commands are not wrapped, so that they can be copied. */
const COMMAND = /^\s*(?:(?:npx|curl|plumbline) |eval "|export \w+=)/;

// eslint-disable-next-line no-control-regex
const COLOURS = /\u001b\[[0-9;]*m/g;

/** Wraps lines to the width of the terminal; undefined if the output is not a terminal. */
export function wrapLines(text: string, width: number | undefined): string {
  if (width === undefined || width < MINIMUM_WIDTH) return text;
  return text
    .split('\n')
    .flatMap((line) =>
      lengthOf(line) <= width || COMMAND.test(line.replace(COLOURS, '')) ? [line] : wrapLine(line, width),
    )
    .join('\n');
}

function wrapLine(line: string, width: number): readonly string[] {
  const hang = ' '.repeat(hangingIndent(line.replace(COLOURS, ''), width));
  const lines: string[] = [];
  // Splits before spaces, so that gaps between columns are kept.
  for (const part of line.split(/(?<=\S)(?= )/)) {
    const last = lines.at(-1);
    if (last === undefined || lengthOf(last) + lengthOf(part) <= width)
      lines[Math.max(0, lines.length - 1)] = (last ?? '') + part;
    else lines.push(`${hang}${part.trimStart()}`);
  }
  return lines;
}

/** Start of the last column in the left half; without columns, the indentation plus two. */
function hangingIndent(line: string, width: number): number {
  const starts = [...line.matchAll(/\S {2,}(?=\S)/g)].map(({ index, 0: gap }) => index + gap.length);
  return starts.findLast((start) => start <= width / 2) ?? line.length - line.trimStart().length + 2;
}

function lengthOf(line: string): number {
  return line.replace(COLOURS, '').length;
}

export { printable };

export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  fail: 'failing',
  inconclusive: 'not judged',
  untested: 'not tested',
  pass: 'passing',
  inapplicable: 'does not apply',
};

/** Counts by level and basis, in the order of weight: `8 MUST documented, 4 SHOULD standard`. */
export function levelCounts(checks: readonly Pick<ReportCheck, 'level' | 'basis'>[]): string {
  const counts = new Map<string, number>();
  for (const level of ['MUST', 'SHOULD', 'MAY'] as const) {
    for (const basis of ['documented', 'standard', 'confirmed', 'practice', 'assumed'] as const) {
      const found = checks.filter((check) => check.level === level && check.basis === basis).length;
      if (found > 0) counts.set(`${level} ${basis}`, found);
    }
  }
  return [...counts].map(([kind, found]) => `${formatNumber(found)} ${kind}`).join(', ');
}

/** Printable text in one line of limited length, since services may return any text. */
export function oneLine(text: string, limit = 200): string {
  const flat = printable(text).replace(/\s+/g, ' ').trim();
  if (flat.length <= limit) return flat;
  const characters = [...flat];
  return characters.length <= limit ? flat : `${characters.slice(0, limit - 1).join('')}…`;
}

/** Distinct values without empty ones. */
export function distinctTexts(values: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(values.filter((value) => value !== undefined && value !== ''))] as readonly string[];
}
