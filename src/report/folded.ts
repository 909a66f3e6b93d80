/** Long lines of a text in a narrow terminal: broken between words, and what follows stands below the last column. */

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
