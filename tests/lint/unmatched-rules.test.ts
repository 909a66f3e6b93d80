/** A rule that meets no exchange never fails: whoever reads the report would take its silence for a pass. */
import { describe, expect, test } from 'vitest';
import { unrequestedOperations, unsentSteps } from '../../src/lint/unmatched-rules.ts';
import type { Case, Check, Group, Plan } from '../../src/plan/model.ts';
import { planned } from '../plan/support.ts';

const { plan } = planned({
  services: ['student-reporting'],
  specs: ['4.0.1'],
  only: 'student-reporting/students/create/**',
});

function withGroups(change: (group: Group) => Group): Plan {
  return { ...plan, groups: plan.groups.map(change) };
}

function withCheck(rule: string, change: (check: Check) => Check): Plan {
  const changed = (one: Case): Case => ({ ...one, checks: one.checks.map((c) => (c.rule === rule ? change(c) : c)) });
  return withGroups((group) => ({ ...group, cases: group.cases.map(changed) }));
}

test('nothing of the kind is planned', () => {
  expect(plan.groups.length).toBeGreaterThan(5);
  expect([...unsentSteps(plan), ...unrequestedOperations(plan)]).toEqual([]);
});

describe('a step that is not sent', () => {
  test('is told where a parameter names it, with the nearest one that is', () => {
    const wrong = withCheck('lifecycle.read-back', (c) => ({ ...c, params: { ...c.params, read: 'raed' } }));
    expect(unsentSteps(wrong)).toMatchObject([
      {
        code: 'step-not-sent',
        message:
          'lifecycle.read-back in student-reporting/students/create/lifecycle.read-back judges the step "raed", which the case does not send',
        hint: 'did you mean "read"?',
        file: 'contracts/student-reporting/students.yaml',
      },
    ]);
  });

  test('is told where a check rests on it', () => {
    const wrong = withCheck('lifecycle.listed', (c) => ({ ...c, given: [{ step: 'setup.listing', is: 'success' }] }));
    expect(unsentSteps(wrong).map(({ message }) => message)).toEqual([expect.stringContaining('"setup.listing"')]);
  });

  test('a parameter that is no step may be any text', () => {
    const other = withCheck('lifecycle.read-back', (c) => ({ ...c, params: { ...c.params, shown: '/nowhere' } }));
    expect(unsentSteps(other)).toEqual([]);
  });
});

test('an operation of which nothing is asked is told once, whatever the number of rules on its answers', () => {
  const silent = withGroups((group) => ({
    ...group,
    cases: group.cases.map((one) => ({ ...one, steps: one.steps.map(({ operation: _operation, ...step }) => step) })),
  }));
  const problems = unrequestedOperations(silent);
  expect(problems).toMatchObject([
    {
      code: 'operation-not-asked',
      message: expect.stringContaining('student-reporting@4.0.1/students/create') as string,
    },
  ]);
});
