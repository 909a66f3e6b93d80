/** A row as each of its tries has it, and what that is repeated for. */
import { defined, maybe } from '../../record/defined.ts';
import type { Row, RowEach, RowTry } from '../../load/model.ts';
import type { OperationContext } from '../context.ts';
import type { EachItems, EachItem } from './items.ts';
import { narrowed } from './narrow.ts';
import { questionOf, type Question } from './needs.ts';
import { SELECTORS } from './selectors/index.ts';

/** A row with what it asks. */
export interface AskingRow {
  readonly row: Row;
  /** It is for operations of which all these hold, */
  readonly needs: readonly Question[];
  /** and none of these. */
  readonly barred: readonly Question[];
  /** A row without tries is one itself. */
  readonly tries: readonly TriedRow[];
  /** What it takes to find out what of it is tried. */
  readonly asked: readonly Question[];
}

export interface TriedRow {
  readonly row: Row;
  readonly said: RowTry;
  /** End of the check's id, unless `each` gives one. */
  readonly key: string | undefined;
  /** What `{try}` stands for, before anything is chosen. */
  readonly start: EachItems;
  /** It is for operations of which this holds. */
  readonly needs?: Question;
}

/** Rows of a catalogue, read once: every operation of every version is asked by all of them. */
export function askingRows(rows: readonly Row[]): readonly AskingRow[] {
  let known = askingOf.get(rows);
  if (known === undefined) {
    known = rows.map((row) => {
      const needs = row.needs.map(questionOf);
      const barred = (row.barred ?? []).map(questionOf);
      const tries = triesOf(row);
      return { row, needs, barred, tries, asked: [...needs, ...tries.flatMap((one) => one.needs ?? [])] };
    });
    askingOf.set(rows, known);
  }
  return known;
}

const askingOf = new WeakMap<readonly Row[], readonly AskingRow[]>();

function triesOf(row: Row): readonly TriedRow[] {
  const { tries, applies: _applies, ...own } = row;
  if (tries === undefined) return [{ row, said: inOneShape(own), key: row.key, start: new Map() }];
  return Object.entries(tries).map(([name, one]) => ({
    row,
    said: inOneShape({ ...own, ...one, ...withOf(row, one) }),
    key: one.key ?? row.key ?? (one.each === undefined ? name : undefined),
    start: new Map([['try', { key: '', value: name }]]),
    ...defined({ needs: maybe(one.applies, questionOf) }),
  }));
}

/** What a try may say. */
const UNSAID: Readonly<Record<keyof RowTry, undefined>> = {
  when: undefined,
  asks: undefined,
  requirement: undefined,
  applies: undefined,
  each: undefined,
  key: undefined,
  apart: undefined,
  undo: undefined,
  steps: undefined,
  with: undefined,
  expect: undefined,
  via: undefined,
  passive: undefined,
  success: undefined,
  raw: undefined,
  method: undefined,
  path: undefined,
  identifier: undefined,
  headers: undefined,
  query: undefined,
  page: undefined,
  size: undefined,
  token: undefined,
  body: undefined,
  correlation: undefined,
  times: undefined,
  set: undefined,
  remove: undefined,
  form: undefined,
  assertion: undefined,
};

/** A try with every member that one may have: all of them are asked for all of it, which is fast where they look alike to the machine. */
function inOneShape(said: RowTry): RowTry {
  const names = Object.keys(UNSAID) as readonly (keyof RowTry)[];
  const known = names.filter((name) => said[name] !== undefined).map((name) => [name, said[name]] as const);
  return { ...(UNSAID as object), ...Object.fromEntries(known) };
}

/** The parameters of the sequence as one try has them: its own over those of the row. */
export function withOf(row: Row, { with: own }: RowTry): Pick<RowTry, 'with'> {
  return own === undefined ? {} : { with: { ...row.with, ...own } };
}

/** Every combination of what `each` names. */
export function choices(context: OperationContext, { said, start }: TriedRow): readonly EachItems[] {
  let all: readonly EachItems[] = [start];
  if (said.each === undefined) return all;
  Object.entries(said.each).forEach(([name, from], nth) => {
    all = all.flatMap((chosen) =>
      itemsOf(context, from, chosen, nth === 0).map((item) => new Map(chosen).set(name, item)),
    );
  });
  return all;
}

/** What is chosen from first is the same for every row. */
function itemsOf(
  context: OperationContext,
  from: RowEach[string],
  chosen: EachItems,
  isFirst: boolean,
): readonly EachItem[] {
  const itemsBy = (name: string): readonly EachItem[] => {
    const items = (): readonly EachItem[] => SELECTORS[name]?.items(context, chosen) ?? [];
    return isFirst ? context.remembered(name, items) : items();
  };
  if (typeof from === 'string') return itemsBy(from);
  if ('from' in from) return narrowed(itemsBy(from.from), from);
  return from.map((value) => ({ key: String(value), value }));
}
