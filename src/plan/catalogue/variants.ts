/** A row as each of its tries has it, and what that is repeated for. */
import type { RowFields } from '../../load/model.ts';
import type { EachItem, EachItems, Selector } from './items.ts';
import { defined, extended, maybe } from '../../model/objects.ts';
import type { OperationContext } from '../context.ts';
import { type Question, questionOf } from './applicability.ts';
import { SELECTORS } from './selectors/index.ts';
import type {
  Act,
  Build,
  Source,
  Template,
  TemplateCheck,
  TemplateEach,
  TemplateExpect,
  TemplateTry,
} from './template.ts';
import { pagesOf } from './collection-cases.ts';

/** A row with what it asks. */
export interface AskingRow {
  readonly row: Template;
  /** It is for operations of which all these hold, */
  readonly needs: readonly Question[];
  /** and none of these. */
  readonly barred: readonly Question[];
  /** A row without tries is one itself. */
  readonly tries: readonly TriedRow[];
}

export interface TriedRow {
  readonly row: Template;
  readonly said: TemplateTry;
  /** Its steps by name; what has none is one request, called `probe`. */
  readonly acts: readonly (readonly [string, Act])[];
  /** Builds its cases in place of the steps. */
  readonly build: Build | undefined;
  readonly expected: readonly TemplateCheck[];
  /** Where it is one request, accepted or refused for its fault: what is expected of it. */
  readonly outcome: TemplateCheck | 'accepted' | undefined;
  /** End of the check's id, unless `each` gives one. */
  readonly key: string | undefined;
  /** What `{try}` stands for, before anything is chosen. */
  readonly start: EachItems;
  /** What it is repeated for: nothing, mostly. */
  readonly each: readonly (readonly [string, TemplateEach[string]])[];
  /** It is for operations of which this holds. */
  readonly needs?: Question;
}

/** Rows of a catalogue, read once: every operation of every version is asked by all of them. */
export function askingRows(rows: readonly Template[]): readonly AskingRow[] {
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

const askingOf = new WeakMap<readonly Template[], readonly AskingRow[]>();

function triesOf(row: Template): readonly TriedRow[] {
  const { tries, applies: _applies, ...own } = row;
  if (tries === undefined) return [extended(said(row, own), { key: row.key, start: new Map() })];
  return Object.entries(tries).map(([name, one]) =>
    extended(said(row, { ...own, ...one, ...collectionWith(row, one) }), {
      key: one.key ?? row.key ?? (one.each === undefined ? name : undefined),
      start: new Map([['try', { key: '', value: name }]]),
      ...defined({ needs: maybe(one.applies, questionOf) }),
    }),
  );
}

function said(
  row: Template,
  written: TemplateTry,
): Pick<TriedRow, 'row' | 'said' | 'each' | 'acts' | 'build' | 'expected' | 'outcome'> {
  const { steps, times, raw, collection, expect = row.expect } = written;
  const build = collection === undefined ? written.build : pagesOf(collection);
  const isMore = (steps ?? times ?? raw ?? build) !== undefined;
  return {
    row,
    said: written,
    each: Object.entries(written.each ?? {}),
    acts: steps === undefined ? [['probe', written as Act]] : Object.entries(steps),
    build,
    expected: listOf(expect),
    outcome: isMore ? undefined : plainOutcome(expect),
  };
}

function listOf(expect: TemplateExpect): readonly TemplateCheck[] {
  if (expect === 'accepted') return [{}];
  return Array.isArray(expect) ? (expect as readonly TemplateCheck[]) : [expect as TemplateCheck];
}

function plainOutcome(expect: TemplateExpect): TriedRow['outcome'] {
  if (expect === 'accepted' || Array.isArray(expect)) return expect === 'accepted' ? expect : undefined;
  const { refused, given } = expect as TemplateCheck;
  return refused !== undefined && given === undefined ? (expect as TemplateCheck) : undefined;
}

/** The steps on pages of one try: its own over those of the row. */
export function collectionWith(row: Template, { collection: own }: TemplateTry): Pick<TemplateTry, 'collection'> {
  return own === undefined ? {} : { collection: { ...row.collection, ...own } };
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

/** The items of the first entry are the same for every row. */
function itemsOf(
  context: OperationContext,
  from: TemplateEach[string],
  chosen: EachItems,
  isFirst: boolean,
): readonly EachItem[] {
  if (Array.isArray(from))
    return (from as readonly (string | number | boolean)[]).map((value) => ({ key: String(value), value }));
  const narrowing = typeof from === 'object' && 'from' in from ? from : undefined;
  const source = narrowing?.from ?? (from as Source);
  const selector: Selector | undefined = typeof source === 'string' ? SELECTORS[source] : source;
  const items = (): readonly EachItem[] => selector?.items(context, chosen) ?? [];
  const all = isFirst ? context.remembered(selector ?? source, items) : items();
  return narrowing === undefined || all.length === 0 ? all : narrowed(all, narrowing);
}

export function narrowed(
  items: readonly EachItem[],
  { type, has = [], lacks = [], 'at-least': least = {}, first }: Omit<RowFields, 'from'>,
): readonly EachItem[] {
  const fits = items.filter(({ field }) => {
    if (field === undefined) return false;
    const says = (name: keyof typeof field): boolean => field[name] !== undefined && field[name] !== false;
    return (
      (type === undefined || (typeof type === 'string' ? type === field.type : type.includes(field.type))) &&
      has.every(says) &&
      !lacks.some(says) &&
      Object.entries(least).every(([name, size]) => Number(field[name as keyof typeof field] ?? 0) >= size)
    );
  });
  return first === true ? fits.slice(0, 1) : fits;
}
