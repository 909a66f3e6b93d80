import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { count, plural } from '../lib/format.ts';
import { jsonLines, linesAt } from '../lib/json-lines.ts';
import { Text } from '../ui/text.tsx';

interface Line {
  readonly text: string;
  readonly indent: number;
}

/** A body up to this many lines is shown whole; of a longer one, its beginning and what surrounds the findings. */
const WHOLE = 28;
const HEAD = 14;
const AROUND = 5;
/** More lines than a browser lays out with ease. */
const MOST = 4000;

/** What findings point at. */
export interface Spots {
  readonly pointers: readonly string[];
  /** Names of members, wherever they are. */
  readonly members: readonly string[];
  /** Texts that a finding quotes, or quotes from. */
  readonly quoted: readonly string[];
}

export const NO_SPOTS: Spots = { pointers: [], members: [], quoted: [] };

interface Props {
  readonly text: string;
  readonly spots: Spots;
  readonly which: string;
}

/** A body as text, laid out where it is JSON. Never as markup: it is whatever the service chose to send. */
export function Body({ text, spots, which }: Props): JSX.Element {
  const [all, setAll] = useState(false);
  const { lines, pointed } = useMemo(() => layOut(text, spots), [text, JSON.stringify(spots)]);
  if (text === '') return <p class="dim">No content.</p>;
  const visible = all ? lines.map((_, index) => index).slice(0, MOST) : chosen(lines.length, pointed);
  const folded = lines.length - visible.length;
  return (
    <div class="body">
      <pre tabIndex={0} role="region" aria-label={`${which} body`}>
        {rows(lines, visible, pointed)}
      </pre>
      {folded > 0 && !all && (
        <button type="button" class="button small no-print" onClick={() => setAll(true)}>
          Show all {plural(lines.length, 'line')}
        </button>
      )}
      {folded > 0 && all && <p class="dim">{count(folded)} more lines in evidence/.</p>}
    </div>
  );
}

function layOut(
  text: string,
  { pointers, members, quoted }: Spots,
): { readonly lines: readonly Line[]; readonly pointed: ReadonlySet<number> } {
  const json = jsonLines(text);
  if (json === undefined) {
    // A line of a megabyte would be one row: it is wrapped into many.
    const lines = text.split(/\r?\n/).flatMap((line) => line.match(/[^]{1,2000}/g) ?? ['']);
    const rows = lines.map((line) => ({ text: line, indent: 0 }));
    return { lines: rows, pointed: new Set(quotedLines(rows, quoted)) };
  }
  return {
    lines: json,
    pointed: new Set([
      ...pointers.flatMap((pointer) => linesAt(json, pointer)),
      ...json.flatMap((line, index) => (members.some((name) => line.pointer?.endsWith(`/${name}`)) ? [index] : [])),
      ...quotedLines(json, quoted),
    ]),
  };
}

/** A quotation of a word or two could stand anywhere and would mark the wrong line. */
const TELLING = 8;

function quotedLines(lines: readonly Line[], quoted: readonly string[]): number[] {
  // `no text "Could not connect"` quotes; `at com.example.Main` is itself the quotation.
  const telling = quoted
    .flatMap((text) => [text, /"([^"]+)"/.exec(text)?.[1] ?? ''])
    .filter((text) => text.length >= TELLING);
  return lines.flatMap((line, index) => (telling.some((text) => line.text.includes(text)) ? [index] : []));
}

function chosen(length: number, pointed: ReadonlySet<number>): number[] {
  const every = Array.from({ length }, (_, index) => index);
  if (length <= WHOLE) return every;
  const first = [...pointed].slice(0, 6);
  return every.filter((index) => index < HEAD || first.some((at) => Math.abs(at - index) <= AROUND));
}

function rows(lines: readonly Line[], visible: readonly number[], pointed: ReadonlySet<number>): JSX.Element[] {
  const result: JSX.Element[] = [];
  let expected = 0;
  for (const index of visible) {
    if (index > expected) result.push(<Gap key={`gap ${index}`} lines={index - expected} />);
    const line = lines[index];
    if (line !== undefined) result.push(<Row key={index} line={line} pointed={pointed.has(index)} />);
    expected = index + 1;
  }
  if (expected < lines.length) result.push(<Gap key="gap" lines={lines.length - expected} />);
  return result;
}

function Gap({ lines }: { readonly lines: number }): JSX.Element {
  return <div class="gap">… {plural(lines, 'line')}</div>;
}

function Row({ line, pointed }: { readonly line: Line; readonly pointed: boolean }): JSX.Element {
  return (
    <div class={pointed ? 'line pointed' : 'line'}>
      {'  '.repeat(Math.min(line.indent, 40))}
      <Text>{line.text}</Text>
      {'\n'}
    </div>
  );
}
