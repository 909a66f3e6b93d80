/** Variants of a row, and the values they are repeated for. */
import type { RowFields } from '../../load/model.ts';
import type { EachItem, EachItems, Selector } from './items.ts';
import { omitUndefined, mergeObjects, mapOptional } from '../../model/objects.ts';
import type { OperationContext } from '../context.ts';
import { computeOnce } from '../open-question-uses.ts';
import { type RowCondition, rowConditionOf } from './applicability.ts';
import { SELECTORS } from './selectors/index.ts';
import type {
  ScenarioAct,
  CaseBuilder,
  EachSource,
  Template,
  TemplateCheck,
  TemplateEach,
  TemplateExpect,
  TemplateVariant,
} from './template.ts';
import { collectionBuild } from './collection-cases.ts';

/** A row with its conditions. */
export interface ConditionalRow {
  readonly row: Template;
  /** Conditions that must be true. */
  readonly conditions: readonly RowCondition[];
  /** Conditions that must be false. */
  readonly barred: readonly RowCondition[];
  /** A row without `tries` is its own variant. */
  readonly variants: readonly RowVariant[];
}

export interface RowVariant {
  readonly row: Template;
  readonly definition: TemplateVariant;
  /** Steps by name; a variant without steps is one request, `probe`. */
  readonly acts: readonly (readonly [string, ScenarioAct])[];
  readonly build: CaseBuilder | undefined;
  readonly expected: readonly TemplateCheck[];
  /** Expected outcome of a single request. */
  readonly outcome: TemplateCheck | 'accepted' | undefined;
  /** End of the check's id, unless `each` has one. */
  readonly key: string | undefined;
  /** Value of `{try}`. */
  readonly start: EachItems;
  /** Entries of `each`: empty for most rows. */
  readonly each: readonly (readonly [string, TemplateEach[string]])[];
  readonly condition?: RowCondition;
}

/** Rows of a catalogue, prepared once for all operations and versions. */
export const conditionalRows = computeOnce((rows: readonly Template[]): readonly ConditionalRow[] =>
  rows.map((row) => ({
    row,
    conditions: row.needs.map(rowConditionOf),
    barred: (row.barred ?? []).map(rowConditionOf),
    variants: variantsOf(row),
  })),
);

function variantsOf(row: Template): readonly RowVariant[] {
  const { tries, applies: _applies, ...own } = row;
  if (tries === undefined) return [mergeObjects(variantParts(row, own), { key: row.key, start: new Map() })];
  return Object.entries(tries).map(([name, one]) =>
    mergeObjects(variantParts(row, { ...own, ...one, ...mergedCollection(row, one) }), {
      key: one.key ?? row.key ?? (one.each === undefined ? name : undefined),
      start: new Map([['try', { key: '', value: name }]]),
      ...omitUndefined({ condition: mapOptional(one.applies, rowConditionOf) }),
    }),
  );
}

function variantParts(
  row: Template,
  written: TemplateVariant,
): Pick<RowVariant, 'row' | 'definition' | 'each' | 'acts' | 'build' | 'expected' | 'outcome'> {
  const { steps, times, raw, collection, expect = row.expect } = written;
  const build = collection === undefined ? written.build : collectionBuild(collection);
  const isMore = (steps ?? times ?? raw ?? build) !== undefined;
  return {
    row,
    definition: written,
    each: Object.entries(written.each ?? {}),
    acts: steps === undefined ? [['probe', written as ScenarioAct]] : Object.entries(steps),
    build,
    expected: listOf(expect),
    outcome: isMore ? undefined : plainOutcome(expect),
  };
}

function listOf(expect: TemplateExpect): readonly TemplateCheck[] {
  if (expect === 'accepted') return [{}];
  return Array.isArray(expect) ? (expect as readonly TemplateCheck[]) : [expect as TemplateCheck];
}

function plainOutcome(expect: TemplateExpect): RowVariant['outcome'] {
  if (expect === 'accepted' || Array.isArray(expect)) return expect === 'accepted' ? expect : undefined;
  const { refused, given } = expect as TemplateCheck;
  return refused !== undefined && given === undefined ? (expect as TemplateCheck) : undefined;
}

/** Page steps of a variant: its own replace those of the row. */
export function mergedCollection(
  row: Template,
  { collection: own }: TemplateVariant,
): Pick<TemplateVariant, 'collection'> {
  return own === undefined ? {} : { collection: { ...row.collection, ...own } };
}

export function combinationsOf(context: OperationContext, { each, start }: RowVariant): readonly EachItems[] {
  let all: readonly EachItems[] = [start];
  let isFirst = true;
  for (const [name, from] of each) {
    const longer: EachItems[] = [];
    for (const chosen of all)
      for (const item of itemsOf(context, from, chosen, isFirst)) longer.push(new Map(chosen).set(name, item));
    all = longer;
    isFirst = false;
  }
  return all;
}

/** Items of the first entry are cached per operation, because they depend on no other entry. */
function itemsOf(
  context: OperationContext,
  from: TemplateEach[string],
  chosen: EachItems,
  isFirst: boolean,
): readonly EachItem[] {
  if (Array.isArray(from))
    return (from as readonly (string | number | boolean)[]).map((value) => ({ key: String(value), value }));
  const narrowing = typeof from === 'object' && 'from' in from ? from : undefined;
  const source = narrowing?.from ?? (from as EachSource);
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
