/** Texts in aligned columns. */

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
