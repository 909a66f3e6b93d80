/** Texts for people: columns, wrapped lines, single lines. */
import type { ReportCheck, Verdict } from './model.ts';
import { number } from '../model/text.ts';
import { printable } from './printable.ts';

export interface ColumnOptions {
  /** Columns whose texts stand at the right, by index. */
  readonly right?: readonly number[];
  readonly indent?: string;
  readonly gap?: string;
}

/** One line a row; a row may have fewer cells than others. The last cell of a row is not padded. */
export function columns(rows: readonly (readonly string[])[], options: ColumnOptions = {}): readonly string[] {
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

/** Words of a text broken into lines of at most so many characters; a longer word has a line of its own. */
export function wrap(text: string, width: number, indent = ''): string {
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

/** Fewer would leave a word a line. */
const LEAST = 40;

/** What is to be copied stays on its line, as wide as it is. */
const COMMAND = /^\s*(?:(?:npx|curl|plumbline) |eval "|export \w+=)/;

// eslint-disable-next-line no-control-regex
const COLOURS = /\u001b\[[0-9;]*m/g;

/** `width`: of the terminal; none where nobody looks, and then nothing is broken. */
export function folded(text: string, width: number | undefined): string {
  if (width === undefined || width < LEAST) return text;
  return text
    .split('\n')
    .flatMap((line) =>
      lengthOf(line) <= width || COMMAND.test(line.replace(COLOURS, '')) ? [line] : broken(line, width),
    )
    .join('\n');
}

function broken(line: string, width: number): readonly string[] {
  const hang = ' '.repeat(hangOf(line.replace(COLOURS, ''), width));
  const lines: string[] = [];
  // A gap between columns is kept, and a word is never broken.
  for (const part of line.split(/(?<=\S)(?= )/)) {
    const last = lines.at(-1);
    if (last === undefined || lengthOf(last) + lengthOf(part) <= width)
      lines[Math.max(0, lines.length - 1)] = (last ?? '') + part;
    else lines.push(`${hang}${part.trimStart()}`);
  }
  return lines;
}

/** Where the last column begins that leaves half of the width; else two more than the line is indented. */
function hangOf(line: string, width: number): number {
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
  untested: 'not judged, no verdict',
  pass: 'pass',
  inapplicable: 'does not apply',
};

/** `MUST documented 8, SHOULD standard 4`, in the order of weight. */
export function weights(checks: readonly Pick<ReportCheck, 'level' | 'basis'>[]): string {
  const counts = new Map<string, number>();
  for (const level of ['MUST', 'SHOULD', 'MAY'] as const) {
    for (const basis of ['documented', 'standard', 'confirmed', 'practice', 'assumed'] as const) {
      const found = checks.filter((check) => check.level === level && check.basis === basis).length;
      if (found > 0) counts.set(`${level} ${basis}`, found);
    }
  }
  return [...counts].map(([kind, found]) => `${kind} ${number(found)}`).join(', ');
}

/** The text on one line and at most so long: what a service sends back may be of any length and hold anything. */
export function oneLine(text: string, limit = 200): string {
  const flat = printable(text).replace(/\s+/g, ' ').trim();
  if (flat.length <= limit) return flat;
  const characters = [...flat];
  return characters.length <= limit ? flat : `${characters.slice(0, limit - 1).join('')}…`;
}

/** Those that are there, each once. */
export function distinct(values: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(values.filter((value) => value !== undefined && value !== ''))] as readonly string[];
}
