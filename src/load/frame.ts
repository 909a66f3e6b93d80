/** The source line of a problem with a caret under the column. */

const WIDTH = 100;

/** Offsets at which the lines of a text begin. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Line and column, from 1, of an offset. */
export function lineAndColumn(
  starts: readonly number[],
  offset: number,
): { readonly line: number; readonly column: number } {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}

/**
 * Two lines, ready to print. A long line is cut around the column; tabs and other control characters become one
 * space each so that the caret stands right.
 */
export function frame(text: string, starts: readonly number[], line: number, column: number): string {
  const from = starts[line - 1] ?? 0;
  const next = starts[line];
  const raw = text.slice(from, next === undefined ? undefined : next - 1).replace(/\r$/, '');
  // oxlint-disable-next-line no-control-regex -- control characters are what is replaced
  let source = raw.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ');
  let caret = Math.min(column - 1, source.length);
  if (source.length > WIDTH) {
    const start = Math.max(0, Math.min(caret - Math.floor(WIDTH / 2), source.length - WIDTH));
    const end = start + WIDTH;
    source = (start > 0 ? '…' : '') + source.slice(start, end) + (end < source.length ? '…' : '');
    caret = caret - start + (start > 0 ? 1 : 0);
  }
  const gutter = String(line).length + 3;
  return `  ${line} | ${source}\n${' '.repeat(gutter)}| ${' '.repeat(caret)}^`;
}
