/** A contract does not specify these by its fields and operations. Without a declaration they are not tested. */
import { expect, test } from 'vitest';
import { contractRequirements } from '../../src/load/load-project.ts';
import type { Rejection } from '../../src/load/model.ts';
import { checksOf, planned, project, target } from './support.ts';

const SERVICE = 'student-reporting';
const UNSPECIFIED = ['burst.not-throttled', 'input.read-only', 'input.unknown-member', 'lifecycle.referred-to'];

/** Those of these rules that have checks, for a contract without bindings and with `rest: { basis: documented }`. */
function plannedChecks(
  practices: readonly string[],
  refusals: Readonly<Record<string, Rejection>> = {},
): readonly string[] {
  const contracts = project.contracts.map((one) => ({
    ...one,
    rest: { basis: 'documented' as const },
    bindings: [],
    practices: practices.map((rules) => ({ rules, at: { file: '', line: 1, column: 1 } })),
    errors: { ...one.errors, refusals: { ...one.errors.refusals, ...refusals } },
  }));
  const specs = project.specs.map((spec) => ({
    ...spec,
    requirements: [
      ...spec.requirements,
      ...contracts.filter(({ service }) => service === spec.service).flatMap(contractRequirements),
    ],
  }));
  const { plan } = planned({ services: [SERVICE], specs: ['4.0.1'] }, target, { specs, contracts });
  const found = checksOf(plan).filter(({ requirement }) => requirement.startsWith(`${SERVICE}.contract.`));
  const rules = new Set(found.map(({ rule }) => rule));
  return UNSPECIFIED.filter((rule) => rules.has(rule));
}

test('the contract declares none of them', () => {
  expect(plannedChecks([])).toEqual([]);
});

test('the contract lists them as practices', () => {
  expect(plannedChecks(UNSPECIFIED)).toEqual(UNSPECIFIED);
});

test('a declared rejection of a delete is a declaration too', () => {
  expect(plannedChecks([], { 'in-use': { statuses: [409] } })).toEqual(['lifecycle.referred-to']);
});
