/** The lines of a contract that an error is about, for where Playwright shows none: it takes whatever lies in a `node_modules` folder for nobody's code. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Lines shown above and below. */
const AROUND = 2;

/** Undefined where Playwright makes one itself, or the file is gone. */
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

/** As Playwright's own are. */
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
