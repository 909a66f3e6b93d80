/** Nothing counts as shown of an operation that never succeeds, nor of a refusal that no case brings about. */
import { describe, expect, test } from 'vitest';
import { catalogueGroups } from '../../src/plan/catalogue/engine.ts';
import { Bindings } from '../../src/plan/bindings.ts';
import { OperationContext } from '../../src/plan/context.ts';
import { type PlannedOperation, addCoverageChecks } from '../../src/plan/coverage.ts';
import type { Group } from '../../src/plan/model.ts';
import { PlanProblems } from '../../src/plan/plan-problems.ts';
import { scopesOf } from '../../src/plan/plan.ts';
import { RULE_BOOK } from '../../src/rules/rule-book.ts';
import { checksOf, planned, project, target } from './support.ts';

const { plan } = planned();

test('every operation is asked once whether it succeeded, and the contracts leave no refusal out', () => {
  const exercised = checksOf(plan).filter((check) => check.rule === 'coverage.exercised');
  const names = exercised.map((check) => `${check.service}@${check.spec}/${check.endpoint}/${check.operation}`);
  expect([...names].sort()).toEqual(Object.keys(plan.operations).sort());
  expect(exercised.flatMap((check) => check.params['unprovoked'])).toEqual([]);
});

test('the check stands in one group of its operation, whatever shards there are', () => {
  const groups = plan.groups.filter((group) =>
    group.cases.some((one) => one.checks.some((check) => check.rule === 'coverage.exercised')),
  );
  expect(groups.every((group) => group.aspect === 'success')).toBe(true);
  expect(groups.length).toBe(Object.keys(plan.operations).length);
});

describe('the list of unit enrolments', () => {
  const [scope] = scopesOf(project, target, { services: ['student-reporting'], specs: ['4.0.1'] });
  if (scope === undefined) throw new Error('no scope');
  const endpoint = scope.endpoint('unit-enrolments');
  const list = scope.operation(endpoint, 'list');
  if (list === undefined) throw new Error('no list');
  const context = new OperationContext(RULE_BOOK, scope, endpoint, list, new Bindings(scope), new PlanProblems());
  const own = catalogueGroups(context, RULE_BOOK.templates);
  const [success, pagination] = ['success', 'pagination'].map((aspect) => own.find((one) => one?.aspect === aspect));
  const made = (...groups: readonly (Group | undefined)[]): readonly PlannedOperation[] => [
    { context, groups: groups.filter((group) => group !== undefined) },
  ];
  const unprovoked = (from: readonly PlannedOperation[]): unknown =>
    addCoverageChecks(from)
      .flatMap(({ groups }) => groups.flatMap((group) => group.cases.flatMap((one) => one.checks)))
      .find((check) => check.rule === 'coverage.exercised')?.params['unprovoked'];

  test('names every kind that nothing provokes', () => {
    expect(unprovoked(made(success))).toEqual(['unauthenticated', 'not-found', 'method', 'not-acceptable', 'page']);
  });

  test('and no longer one that something does', () => {
    expect(unprovoked(made(success, pagination))).toEqual(['unauthenticated', 'not-found', 'method', 'not-acceptable']);
  });
});
