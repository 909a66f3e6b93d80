/** Groups of one operation, from the rows of the catalogues. */
import { mergeObjects } from '../../model/objects.ts';
import { BASELINE_STEP } from '../../model/exchange.ts';
import type { OperationCondition } from '../../load/model.ts';
import type { OperationContext } from '../context.ts';
import { baselineStep } from '../baseline-request.ts';
import { Fixtures } from '../fixtures.ts';
import type { Case, Group, Step } from '../model.ts';
import { declaredItem } from '../resolve-version.ts';
import { usesOfFields, hasUses, type AnswerUses, collectUses } from '../open-question-uses.ts';
import { casesOfVariant, withOwnKey } from './variant-cases.ts';
import type { EachItems } from './items.ts';
import { conditionResult, appliesTo, type RowCondition } from './applicability.ts';
import type { Template } from './template.ts';
import { type ConditionalRow, conditionalRows, combinationsOf, type RowVariant } from './variants.ts';
import { canMakeValues } from './written-values.ts';

/** One group for each aspect of the rows that apply to this operation. */
export function catalogueGroups(
  context: OperationContext,
  templates: readonly Template[],
): readonly (Group | undefined)[] {
  const groups = new Map<string, ConditionalRow[]>();
  for (const one of rowsFor(context, templates)) {
    const own = groups.get(one.row.group);
    if (own === undefined) groups.set(one.row.group, [one]);
    else own.push(one);
  }
  return [...groups].map(([name, own]) => {
    const fixtures = new Fixtures(context.scope);
    const cases: Case[] = [];
    for (const one of own) cases.push(...casesOf(context, fixtures, one));
    const group = context.group(name, setupOf(context, fixtures, cases), cases);
    return group === undefined ? undefined : inItsTurn(context, group, own);
  });
}

/** Rows that apply. Answers used to decide this count for no check. */
function rowsFor(context: OperationContext, templates: readonly Template[]): readonly ConditionalRow[] {
  const { off, add } = context.scope.contracts.catalogue;
  const left = new Set(off.map(({ row }) => row));
  const holds = (asked: RowCondition): boolean => conditionResult(context, asked).value;
  const isTried = ({ row, conditions, barred }: ConditionalRow): boolean =>
    conditions.every(holds) &&
    // A row that another file excludes does not affect the other rows.
    !barred.some(holds) &&
    isMeantFor(context, row.needs);
  return [
    ...conditionalRows(templates).filter((one) => isTried(one) && !left.has(one.row.id)),
    ...conditionalRows(add).filter(isTried),
  ];
}

function looksOf(context: OperationContext, asked: readonly RowCondition[]): readonly AnswerUses[] {
  const looks: AnswerUses[] = [];
  for (const one of asked) {
    const own = conditionResult(context, one).uses;
    if (hasUses(own)) looks.push(own);
  }
  return looks;
}

/**
 * An external host gets only rows for external hosts. An alternative auth scheme or page style gets only rows about
 * auth schemes or pages.
 */
function isMeantFor({ endpoint, operation }: OperationContext, needs: readonly OperationCondition[]): boolean {
  if (endpoint.base !== 'elsewhere' && operation.alternative === undefined) return true;
  const says = (name: string, value: string): boolean => needs.some((one) => [one[name]].flat().includes(value));
  return (
    (endpoint.base !== 'elsewhere' || says('base', 'elsewhere')) &&
    (operation.alternative === undefined || says(operation.alternative, 'other'))
  );
}

function casesOf(
  context: OperationContext,
  fixtures: Fixtures,
  { variants, conditions }: ConditionalRow,
): readonly Case[] {
  const ofRow = looksOf(context, conditions);
  const cases: Case[] = [];
  for (const one of variants) {
    if (one.condition !== undefined && !conditionResult(context, one.condition).value) continue;
    const needed = one.condition === undefined ? ofRow : [...ofRow, ...looksOf(context, [one.condition])];
    if (one.each.length === 0) {
      cases.push(...casesOfChoice(context, fixtures, one, one.start, needed));
      continue;
    }
    const { value: all, uses } = collectUses(() => combinationsOf(context, one));
    const keys = new Set<string>();
    for (const chosen of all) {
      const around = hasUses(uses) ? [...needed, usesOfFields(uses, fieldsOf(chosen))] : needed;
      cases.push(...casesOfChoice(context, fixtures, withOwnKey(one, chosen, keys), chosen, around));
    }
  }
  return cases;
}

function casesOfChoice(
  context: OperationContext,
  fixtures: Fixtures,
  tried: RowVariant,
  chosen: EachItems,
  around: readonly AnswerUses[],
): readonly Case[] {
  return context.weighed(
    () => (canMakeValues(context, tried.definition, chosen) ? casesOfVariant(context, fixtures, tried, chosen) : []),
    around,
  );
}

function fieldsOf(chosen: EachItems): ReadonlySet<object> {
  return new Set(
    [...chosen.values()].flatMap(({ field, claim }) =>
      [field, claim].flatMap((one) => (one === undefined ? [] : [declaredItem(one)])),
    ),
  );
}

/** Steps for the records of the cases, and the baseline request if a check depends on it. */
function setupOf(context: OperationContext, fixtures: Fixtures, cases: readonly Case[]): readonly Step[] {
  const rests = cases.some((c) => c.checks.some((check) => check.given.some((g) => g.step === BASELINE_STEP)));
  if (!rests) return fixtures.steps;
  const first = new Fixtures(context.scope);
  const control = baselineStep(context, first);
  const names = new Set(first.steps.map((step) => step.name));
  return [...first.steps, ...fixtures.steps.filter((step) => !names.has(step.name)), control];
}

/** Scheduling of the group, as the file of its rows specifies. */
function inItsTurn(context: OperationContext, group: Group, rows: readonly ConditionalRow[]): Group {
  const alone = rows.some(({ row: { turns } }) => turns.alone !== undefined && appliesTo(context, turns.alone));
  const inTurn = rows.some(({ row: { turns } }) => turns['in-turn'] === true);
  if (!inTurn && !alone) return group;
  return mergeObjects(group, { ...(inTurn ? { inTurn } : {}), ...(alone ? { exclusive: true } : {}) });
}
