/** Rows of the catalogues as the groups of one operation. */
import { CONTROL_STEP } from '../../record/step-name.ts';
import type { Applies, Row } from '../../load/model.ts';
import type { OperationContext } from '../context.ts';
import { controlStep } from '../control.ts';
import { Fixtures } from '../fixtures.ts';
import type { Case, Group, Step } from '../model.ts';
import { ownerOf } from '../fold.ts';
import { forFields, hasLooked, observed, type Looks } from '../uses.ts';
import { casesOfTry } from './cases.ts';
import type { EachItems } from './items.ts';
import { applies, appliesTo, choices, triesOf } from './tries.ts';
import { canBeMade } from './values.ts';

/** One group for each aspect that rows which apply to this operation have. */
export function catalogueGroups(context: OperationContext): readonly (Group | undefined)[] {
  const apt = rowsFor(context).map((row) => ({ row, looks: observed(() => isApt(context, row)).looks }));
  const rows = apt.map(({ row }) => row);
  return [...new Set(rows.map((row) => row.group))].map((name) => {
    const own = rows.filter((row) => row.group === name);
    const fixtures = new Fixtures(context.scope);
    const cases = apt.flatMap(({ row, looks }) => (row.group === name ? casesOf(context, fixtures, row, looks) : []));
    const group = context.group(name, setupOf(context, fixtures, cases), cases);
    return group === undefined ? undefined : inItsTurn(context, group, own);
  });
}

/** Those that apply. Most do not, and how that was found out counts for nothing. */
function rowsFor(context: OperationContext): readonly Row[] {
  const { off, add } = context.scope.contracts.catalogue;
  const left = new Set(off.map(({ row }) => row));
  const holds = appliesTo(context);
  const isTried = (row: Row): boolean =>
    isMeantFor(context, row.needs) &&
    row.needs.every(holds) &&
    // What its own file leaves out says nothing of what is tried.
    row.barred?.some(holds) !== true;
  return observed(() => [
    ...context.rules.rows.filter((row) => isTried(row) && !left.has(row.id)),
    ...add.filter(isTried),
  ]).value;
}

function isApt(context: OperationContext, { needs }: Row): boolean {
  return isMeantFor(context, needs) && needs.every((one) => applies(context, one));
}

/**
 * Whoever has no part in the service is asked for what was published there, and tried with nothing; of another way into an operation is
 * tried what is about ways in, and of another style of paging what is about pages.
 */
function isMeantFor({ endpoint, operation }: OperationContext, needs: readonly Applies[]): boolean {
  if (endpoint.base !== 'elsewhere' && operation.alternative === undefined) return true;
  const says = (name: string, value: string): boolean => needs.some((one) => [one[name]].flat().includes(value));
  return (
    (endpoint.base !== 'elsewhere' || says('base', 'elsewhere')) &&
    (operation.alternative === undefined || says(operation.alternative, 'other'))
  );
}

function casesOf(context: OperationContext, fixtures: Fixtures, row: Row, needed: Looks): readonly Case[] {
  const { value: tries, looks: tried } = observed(() => triesOf(context, row));
  return tries.flatMap((one) => {
    const { value: all, looks } = observed(() => choices(context, one));
    return all.flatMap((chosen) =>
      context.weighed(
        () => (canBeMade(context, one.said, chosen) ? casesOfTry(context, fixtures, one, chosen) : []),
        [needed, tried, hasLooked(looks) ? forFields(looks, fieldsOf(chosen)) : looks],
      ),
    );
  });
}

function fieldsOf(chosen: EachItems): ReadonlySet<object> {
  return new Set(
    [...chosen.values()].flatMap(({ field, claim }) =>
      [field, claim].flatMap((one) => (one === undefined ? [] : [ownerOf(one)])),
    ),
  );
}

/** What cases need, and the positive control with what that needs, where a check rests on it. */
function setupOf(context: OperationContext, fixtures: Fixtures, cases: readonly Case[]): readonly Step[] {
  const rests = cases.some((c) => c.checks.some((check) => check.given.some((g) => g.step === CONTROL_STEP)));
  if (!rests) return fixtures.steps;
  const first = new Fixtures(context.scope);
  const control = controlStep(context, first);
  const names = new Set(first.steps.map((step) => step.name));
  return [...first.steps, ...fixtures.steps.filter((step) => !names.has(step.name)), control];
}

/** How the group runs beside others, as the file of its rows says. */
function inItsTurn(context: OperationContext, group: Group, rows: readonly Row[]): Group {
  const alone = rows.some(({ turns }) => turns.alone !== undefined && applies(context, turns.alone));
  const inTurn = rows.some(({ turns }) => turns['in-turn'] === true);
  return { ...group, ...(inTurn ? { inTurn } : {}), ...(alone ? { exclusive: true } : {}) };
}
