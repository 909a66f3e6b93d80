/** A contract may say of a finer kind of refusal what it does not say of the usual one; where it says nothing, they are refused alike. */
import { describe, expect, test } from 'vitest';
import type { Project, Rejection } from '../../src/load/model.ts';
import type { Plan } from '../../src/plan/model.ts';
import { checksOf, plannedEndpoints, project, target } from './support.ts';

const SERVICE = 'student-reporting';
const ENDPOINTS = ['campuses', 'courses-on-campus'];

/** The statuses with which each of these is refused, by the rule that asks for it. */
const RULES = ['input.pattern', 'input.unknown-reference', 'lifecycle.referred-to', 'lifecycle.other-party'] as const;
function statusesIn(plan: Plan): Readonly<Record<string, unknown>> {
  const forms = checksOf(plan).filter(({ rule }) => rule === 'outcome.form' || RULES.some((one) => one === rule));
  return Object.fromEntries(
    RULES.map((rule) => [
      rule,
      [...new Set(forms.filter(({ id }) => id.includes(`/${rule}`)).map(({ params }) => String(params['statuses'])))],
    ]),
  );
}

function saying(refusals: Readonly<Record<string, Rejection>>): Project {
  const contracts = project.contracts.map((one) =>
    one.service === SERVICE
      ? { ...one, errors: { ...one.errors, refusals: { ...one.errors.refusals, ...refusals } } }
      : one,
  );
  return { ...project, contracts };
}

describe('of a finer kind', () => {
  const usual = statusesIn(plannedEndpoints(ENDPOINTS));
  const [value] = usual['input.pattern'] as readonly string[];
  const [nothing] = usual['lifecycle.other-party'] as readonly string[];

  test('nothing is said: it is refused as the usual one', () => {
    expect(usual).toEqual({
      'input.pattern': [value],
      'input.unknown-reference': [value],
      'lifecycle.referred-to': [value],
      'lifecycle.other-party': [nothing],
    });
    expect(value).not.toBe(nothing);
  });

  test('something is said: it is refused so, and the others are not', () => {
    const said = saying({
      reference: { statuses: [404] },
      'in-use': { statuses: [409] },
      forbidden: { statuses: [403] },
    });
    const plan = plannedEndpoints(ENDPOINTS, target, said);
    expect(statusesIn(plan)).toEqual({
      'input.pattern': [value],
      'input.unknown-reference': ['404'],
      'lifecycle.referred-to': ['409'],
      'lifecycle.other-party': ['403'],
    });
    const alike = (of: typeof plan): number => checksOf(of).filter(({ rule }) => rule === 'access.same-answer').length;
    expect([alike(plannedEndpoints(ENDPOINTS)) > 0, alike(plan)]).toEqual([true, 0]);
  });

  test('a reference to what is somebody else’s is one to what is not there, or of its own', () => {
    const foreign = (refusals: Readonly<Record<string, Rejection>>): readonly unknown[] => {
      const plan = plannedEndpoints(['courses-on-campus'], target, saying(refusals));
      const own = checksOf(plan).filter(({ id }) => id.includes('/input.foreign-reference/'));
      return [...new Set(own.map(({ params }) => String(params['statuses'])))];
    };
    const reference = { reference: { statuses: [404] } };
    expect(foreign(reference)).toEqual(['404']);
    expect(foreign({ ...reference, 'foreign-reference': { statuses: [403] } })).toEqual(['403']);
  });
});
