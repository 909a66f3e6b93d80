/** What a verdict rests on: the documents, a standard, the target's word, or a default that we chose. */
import { describe, expect, test } from 'vitest';
import type { Check } from '../../src/plan/model.ts';
import { answering, checksOf, planned, project } from './support.ts';

const NOTHING = answering({});

function basisByRequirement(checks: readonly Check[]): ReadonlyMap<string, string> {
  return new Map(checks.map((c) => [`${c.spec} ${c.requirement}`, c.basis]));
}

/** One version of each service: what is asked here does not depend on the version. */
const SPECS = { specs: ['1.0.0', '4.0.1'] } as const;
const unanswered = planned(SPECS, NOTHING);
const specs = project.specs;

describe('without answers', () => {
  test('a check that rests on an open point is assumed, whatever the requirement says of itself', () => {
    for (const check of checksOf(unanswered.plan)) {
      const requirement = specs
        .find((s) => s.service === check.service)
        ?.requirements.find((r) => r.id === check.requirement);
      if (requirement === undefined) throw new Error(check.requirement);
      const expected = requirement.openPoints.length > 0 ? 'assumed' : requirement.basis;
      expect(check.basis, check.id).toBe(expected);
    }
  });

  test('nothing is confirmed', () => {
    expect(checksOf(unanswered.plan).filter((c) => c.basis === 'confirmed')).toEqual([]);
  });
});

describe('with every open point answered', () => {
  const answers = Object.fromEntries(specs.flatMap((s) => s.openPoints.map((p) => [p.id, p.default])));
  const { plan } = planned(SPECS, answering(answers));

  test('what was assumed for want of an answer is confirmed', () => {
    const before = basisByRequirement(checksOf(unanswered.plan));
    for (const [key, basis] of basisByRequirement(checksOf(plan))) {
      const requirement = specs.flatMap((s) => s.requirements).find((r) => key.endsWith(` ${r.id}`));
      if (requirement?.basis === 'assumed' && requirement.openPoints.length > 0) expect(basis, key).toBe('confirmed');
      else expect(basis, key).toBe(requirement?.basis);
      if (before.get(key) !== 'assumed') expect(basis, key).toBe(before.get(key));
    }
  });

  test('answering with the defaults changes what checks rest on, and not one check', () => {
    expect(checksOf(plan).map((c) => `${c.spec} ${c.id}`)).toEqual(
      checksOf(unanswered.plan).map((c) => `${c.spec} ${c.id}`),
    );
  });
});

describe('one answer', () => {
  const point = 'student-reporting.access.no-store';
  const requirements = specs.flatMap((s) => s.requirements).filter((r) => r.openPoints.includes(point));

  test('confirms the requirements that rest on it alone, and no others', () => {
    expect(requirements.length).toBeGreaterThan(0);
    const before = checksOf(unanswered.plan);
    const after = checksOf(planned(SPECS, answering({ [point]: true })).plan);
    const changed = new Set(after.filter((c, i) => c.basis !== before[i]?.basis).map((c) => c.requirement));
    const expected = requirements
      .filter((r) => r.openPoints.every((p) => p === point) && r.basis === 'assumed')
      .map((r) => r.id);
    // Requirements that several services share count where the service of the point is the one asked.
    expect([...changed].sort()).toEqual([...new Set(expected)].sort());
  });

  test('another answer than the default changes what is sent', () => {
    const page = 'student-reporting.pagination.request-page-header';
    const asked = specs.flatMap((s) => s.openPoints).find((p) => p.id === page);
    expect(asked).toBeDefined();
    const headers = (value: string): ReadonlySet<string> =>
      new Set(
        planned(
          { services: ['student-reporting'], specs: ['4.0.1'], only: 'page.refused' },
          answering({ [page]: value }),
        ).plan.groups.flatMap((g) => g.cases.flatMap((c) => c.steps.flatMap((s) => Object.keys(s.request.headers)))),
      );
    expect(headers('x-other-page').has('x-other-page')).toBe(true);
    expect(headers(String(asked?.default)).has('x-other-page')).toBe(false);
  });
});

test('an owner who says that the definition is not aligned is not held to it', () => {
  const aligned = (answer: boolean): readonly unknown[] =>
    checksOf(
      planned(
        { specs: ['4.0.1'], only: 'student-reporting/published-definition/read/definition.*' },
        answering({ 'student-reporting.definition.aligned': answer }),
      ).plan,
    ).map(({ rule, params }) => [rule, params['aligned']]);
  expect(aligned(false)).toEqual([
    ['definition.version', false],
    ['definition.operations', false],
    ['definition.document', undefined],
    ['definition.request-forms', false],
  ]);
  expect(aligned(true)).toContainEqual(['definition.version', true]);
});
