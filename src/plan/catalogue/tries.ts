/** A row as each of its tries has it, and what that is repeated for. */
import { defined, maybe } from '../../record/defined.ts';
import { extended } from '../../record/extended.ts';
import type { Row, RowAct, RowCheck, RowEach, RowExpect, RowTry } from '../../load/model.ts';
import type { OperationContext } from '../context.ts';
import type { EachItems, EachItem } from './items.ts';
import { narrowed } from './narrow.ts';
import { questionOf, type Question } from './needs.ts';
import { checkInOneShape, tryInOneShape } from './one-shape.ts';
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
}

export interface TriedRow {
  readonly row: Row;
  readonly said: RowTry;
  /** Its steps by name; what has none is one request, called `probe`. */
  readonly acts: readonly (readonly [string, RowAct])[];
  readonly expected: readonly RowCheck[];
  /** Where it is one request, accepted or refused for its fault: what is expected of it. */
  readonly outcome: RowCheck | 'accepted' | undefined;
  /** End of the check's id, unless `each` gives one. */
  readonly key: string | undefined;
  /** What `{try}` stands for, before anything is chosen. */
  readonly start: EachItems;
  /** What it is repeated for: nothing, mostly. */
  readonly each: readonly (readonly [string, RowEach[string]])[];
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
      return { row, needs, barred, tries };
    });
    askingOf.set(rows, known);
  }
  return known;
}

const askingOf = new WeakMap<readonly Row[], readonly AskingRow[]>();

function triesOf(row: Row): readonly TriedRow[] {
  const { tries, applies: _applies, ...own } = row;
  if (tries === undefined) return [extended(said(row, own), { key: row.key, start: new Map() })];
  return Object.entries(tries).map(([name, one]) =>
    extended(said(row, { ...own, ...one, ...withOf(row, one) }), {
      key: one.key ?? row.key ?? (one.each === undefined ? name : undefined),
      start: new Map([['try', { key: '', value: name }]]),
      ...defined({ needs: maybe(one.applies, questionOf) }),
    }),
  );
}

function said(row: Row, written: RowTry): Pick<TriedRow, 'row' | 'said' | 'each' | 'acts' | 'expected' | 'outcome'> {
  const one = tryInOneShape(written);
  const { steps, times, raw, expect = row.expect } = one;
  const acts = Object.entries(steps ?? {}).map(([name, act]) => [name, tryInOneShape(act)] as const);
  const isMore = (steps ?? times ?? raw ?? row.sequence) !== undefined;
  return {
    row,
    said: one,
    each: Object.entries(one.each ?? {}),
    acts: steps === undefined ? [['probe', one as RowAct]] : acts,
    expected: listOf(expect).map(checkInOneShape),
    outcome: isMore ? undefined : plainOutcome(expect),
  };
}

function listOf(expect: RowExpect): readonly RowCheck[] {
  if (expect === 'accepted') return [{}];
  return Array.isArray(expect) ? (expect as readonly RowCheck[]) : [expect as RowCheck];
}

function plainOutcome(expect: RowExpect): TriedRow['outcome'] {
  if (expect === 'accepted' || Array.isArray(expect)) return expect === 'accepted' ? expect : undefined;
  const { refused, given } = expect as RowCheck;
  return refused !== undefined && given === undefined ? checkInOneShape(expect as RowCheck) : undefined;
}

/** The parameters of the sequence as one try has them: its own over those of the row. */
export function withOf(row: Row, { with: own }: RowTry): Pick<RowTry, 'with'> {
  return own === undefined ? {} : { with: { ...row.with, ...own } };
}

/** Every combination of what `each` names. */
export function choices(context: OperationContext, { each, start }: TriedRow): readonly EachItems[] {
  let all: readonly EachItems[] = [start];
  let isFirst = true;
  for (const [name, from] of each) {
    const longer: EachItems[] = [];
    // Mostly there is nothing to choose from.
    for (const chosen of all)
      for (const item of itemsOf(context, from, chosen, isFirst)) longer.push(new Map(chosen).set(name, item));
    all = longer;
    isFirst = false;
  }
  return all;
}

/** What is chosen from first is the same for every row. */
function itemsOf(
  context: OperationContext,
  from: RowEach[string],
  chosen: EachItems,
  isFirst: boolean,
): readonly EachItem[] {
  if (typeof from !== 'string' && !('from' in from)) return from.map((value) => ({ key: String(value), value }));
  const name = typeof from === 'string' ? from : from.from;
  const items = (): readonly EachItem[] => SELECTORS[name]?.items(context, chosen) ?? [];
  const all = isFirst ? context.remembered(name, items) : items();
  return typeof from === 'string' || all.length === 0 ? all : narrowed(all, from);
}
