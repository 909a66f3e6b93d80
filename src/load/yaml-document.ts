/** One YAML file as plain data with the position of every part, and the problems at these positions. */
import { omitUndefined } from '../model/objects.ts';
import type { Json } from '../model/json.ts';
import type { Position } from './position.ts';
import type { CodedProblem, ProblemCode, ProblemList } from './problem-list.ts';
import { maskSecrets } from './secrets.ts';
import { unknownHint, unknownName } from './suggest.ts';
import { valuePlace, type YamlPlaces, parseYaml } from './yaml-parser.ts';

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
 * Two lines, ready to print. A long line is cut around the column; tabs and other control characters become one space
 * each, so that the caret is at the right column.
 */
export function sourceFrame(text: string, starts: readonly number[], line: number, column: number): string {
  const from = starts[line - 1] ?? 0;
  const next = starts[line];
  const raw = text.slice(from, next === undefined ? undefined : next - 1).replace(/\r$/, '');
  // oxlint-disable-next-line no-control-regex -- control characters are replaced
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

type Key = string | number;

/** Kinds of names that files refer to, with the code of the problem if a name is unknown. */
const UNKNOWN_CODES = {
  'auth scheme': 'unknown-security',
  directive: 'unknown-directive',
  'earlier step': 'unknown-step',
  endpoint: 'unknown-endpoint',
  'error family': 'unknown-family',
  field: 'unknown-field',
  'open question': 'unknown-open-point',
  operation: 'unknown-operation',
  'paging style': 'unknown-style',
  parameter: 'path-parameter',
  party: 'unknown-party',
  requirement: 'unknown-requirement',
  server: 'unknown-server',
  service: 'unknown-service',
  step: 'unknown-step',
  variable: 'unknown-variable',
  version: 'unknown-version',
} as const satisfies Readonly<Record<string, ProblemCode>>;

interface UnknownNameOptions {
  /** The file or service that should have the name. */
  readonly holder?: string;
  /** Whether the name is the key or the value. Default: the value. */
  readonly which?: 'key' | 'value';
  /** Instead of the nearest known name. */
  readonly hint?: string | undefined;
}

export class YamlDocument {
  readonly file: string;
  readonly text: string;
  /** Content of the file; `undefined` if it is empty or has syntax errors that make it unreliable. */
  readonly data: Json | undefined;
  /** Whether the data is reliable; false after a syntax error. */
  readonly sound: boolean;
  readonly #places: YamlPlaces;
  readonly #showsLines: boolean;
  readonly #problems: ProblemList;
  #starts: readonly number[] | undefined;
  #shown: string | undefined;

  /** @param showsLines whether problems quote their line: a file outside of the project may be any file */
  constructor(file: string, text: string, problems: ProblemList, showsLines = true) {
    this.#showsLines = showsLines;
    this.#problems = problems;
    this.file = file;
    this.text = text;
    const { data, places, faults } = parseYaml(text);
    this.data = data;
    this.#places = places;
    this.sound = data !== undefined && faults.every(({ harmless }) => harmless === true);
    for (const { code, message, offset, hint } of faults) this.reportAt(code, message, offset, hint);
  }

  /** Adds a problem at a value, at its key, or at the start of `parent` if no key is given. */
  report(...problem: Parameters<YamlDocument['problem']>): void {
    this.#problems.add(this.problem(...problem));
  }

  /** Adds a problem if the name, which is written at `key` of `parent`, is not known; returns whether it is known. */
  expectKnown(
    noun: keyof typeof UNKNOWN_CODES,
    name: string,
    known: Iterable<string>,
    parent: object,
    key: Key,
    options: UnknownNameOptions = {},
  ): boolean {
    const names = [...known];
    if (names.includes(name)) return true;
    const { holder, which, hint = unknownHint(noun, name, names) } = options;
    this.report(UNKNOWN_CODES[noun], unknownName(noun, name, holder), parent, key, which, hint);
    return false;
  }

  reportAt(...problem: Parameters<YamlDocument['problemAt']>): void {
    this.#problems.add(this.problemAt(...problem));
  }

  /** Number of problems reported so far, for this document and others of the same list. */
  get problemCount(): number {
    return this.#problems.size;
  }

  /** Without the source line, since it may contain a secret. */
  reportUnquoted(...problem: Parameters<YamlDocument['problem']>): void {
    const { frame: _, ...unquoted } = this.problem(...problem);
    this.#problems.add(unquoted);
  }

  /** Position of a key (or of an entry of a list), or of the object itself without a key. */
  at(parent: object, key?: Key): Position {
    return { file: this.file, ...this.#place(this.#offset(parent, key, 'key')) };
  }

  /** A problem at a value, at its key, or at the start of `parent` if no key is given. */
  problem(
    code: ProblemCode,
    message: string,
    parent: object,
    key?: Key,
    which: 'key' | 'value' = 'value',
    hint?: string,
  ): CodedProblem {
    return this.problemAt(code, message, this.#offset(parent, key, which), hint);
  }

  problemAt(code: ProblemCode, message: string, offset: number, hint?: string): CodedProblem {
    const { line, column } = this.#place(offset);
    return {
      code,
      message,
      file: this.file,
      line,
      column,
      ...(this.#showsLines
        ? { frame: sourceFrame((this.#shown ??= maskSecrets(this.text)), this.#lines(), line, column) }
        : {}),
      ...omitUndefined({ hint }),
    };
  }

  /** The spelling of a value in the file: `4.10` is 4.1 as a number. Empty for an empty value. */
  spelling(parent: object, key: Key): string | undefined {
    const place = valuePlace(this.#places, parent, key);
    return place === undefined ? undefined : this.text.slice(place.value, place.end);
  }

  #offset(parent: object, key: Key | undefined, which: 'key' | 'value'): number {
    const place = key === undefined ? undefined : valuePlace(this.#places, parent, key);
    if (place === undefined) return this.#places.get(parent)?.start ?? 0;
    // An empty value has no position: use that of its key.
    return which === 'key' || place.value === place.end ? place.key : place.value;
  }

  #lines(): readonly number[] {
    return (this.#starts ??= lineStarts(this.text));
  }

  #place(offset: number): { readonly line: number; readonly column: number } {
    return lineAndColumn(this.#lines(), offset);
  }
}
