/** Code frames of contract errors. Playwright shows none for files in `node_modules`. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Lines shown above and below. */
const AROUND = 2;

/** Code frame of a file; undefined if Playwright shows one itself, or if the file is missing. */
export function ownCodeFrame({ file, line, column }: Place): string | undefined {
  if (!file.includes(`${path.sep}node_modules${path.sep}`)) return undefined;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  return codeFrame(text, line, column);
}

/** Code frame in the format of Playwright. */
export function codeFrame(text: string, line: number, column: number): string {
  const first = Math.max(1, line - AROUND);
  const lines = text.split(/\r?\n/).slice(first - 1, line + AROUND);
  const width = String(first + lines.length - 1).length;
  return lines
    .flatMap((source, index) => {
      const number = first + index;
      const shown = `${number === line ? '>' : ' '} ${String(number).padStart(width)} | ${source}`.trimEnd();
      return number === line ? [shown, `  ${' '.repeat(width)} | ${' '.repeat(column - 1)}^`] : [shown];
    })
    .join('\n');
}
