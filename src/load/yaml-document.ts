/** One YAML file as plain data that knows where each of its parts was written. */
import { defined } from '../record/defined.ts';
import type { Json } from '../record/json.ts';
import { frame, lineAndColumn, lineStarts } from './frame.ts';
import type { Position } from './model.ts';
import { memberPlace } from './places.ts';
import type { Places } from './places.ts';
import type { CodedProblem, ProblemCode, ProblemList } from './problem-list.ts';
import { maskSecrets } from './secrets.ts';
import { readFullYaml } from './yaml-full.ts';

type Key = string | number;

export class YamlDocument {
  readonly file: string;
  readonly text: string;
  /** What the file says; `undefined` where it says nothing, or cannot be relied on at all. */
  readonly data: Json | undefined;
  /** Whether the data is what the file says; false after a syntax error, when it may be anything. */
  readonly sound: boolean;
  readonly #places: Places;
  readonly #showsLines: boolean;
  readonly #problems: ProblemList;
  #starts: readonly number[] | undefined;
  #shown: string | undefined;

  /** @param showsLines whether problems show the line that they are in: one of a file outside of the project may be anything */
  constructor(file: string, text: string, problems: ProblemList, showsLines = true) {
    this.#showsLines = showsLines;
    this.#problems = problems;
    this.file = file;
    this.text = text;
    const { data, places, faults } = readFullYaml(text);
    this.data = data;
    this.#places = places;
    this.sound = data !== undefined && faults.every(({ harmless }) => harmless === true);
    for (const { code, message, offset, hint } of faults) this.reportAt(code, message, offset, hint);
  }

  /** Adds a problem at a member's value, at its key, or at the start of `parent` if no key is given. */
  report(...problem: Parameters<YamlDocument['problem']>): void {
    this.#problems.add(this.problem(...problem));
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

  /** Position of a member's key (or of an entry of a list); of the object itself where no key is given. */
  at(parent: object, key?: Key): Position {
    return { file: this.file, ...this.#place(this.#offset(parent, key, 'key')) };
  }

  /** A problem at a member's value, at its key, or at the start of `parent` where no key is given. */
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
        ? { frame: frame((this.#shown ??= maskSecrets(this.text)), this.#lines(), line, column) }
        : {}),
      ...defined({ hint }),
    };
  }

  /** How a member's value is spelled in the file: `4.10` is 4.1 as a number. Empty where nothing is written. */
  spelling(parent: object, key: Key): string | undefined {
    const place = memberPlace(this.#places, parent, key);
    return place === undefined ? undefined : this.text.slice(place.value, place.end);
  }

  #offset(parent: object, key: Key | undefined, which: 'key' | 'value'): number {
    const place = key === undefined ? undefined : memberPlace(this.#places, parent, key);
    if (place === undefined) return this.#places.get(parent)?.start ?? 0;
    // A value that is not written has no place of its own.
    return which === 'key' || place.value === place.end ? place.key : place.value;
  }

  #lines(): readonly number[] {
    return (this.#starts ??= lineStarts(this.text));
  }

  #place(offset: number): { readonly line: number; readonly column: number } {
    return lineAndColumn(this.#lines(), offset);
  }
}
