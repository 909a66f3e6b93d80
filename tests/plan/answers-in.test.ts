/** A target may answer for one version what it does not answer for the others. */
import { expect, test } from 'vitest';
import { answering, checksOf, planned } from './support.ts';

test('an answer for one version is sent and confirmed there alone', () => {
  const page = 'student-reporting.pagination.request-page-header';
  const target = { ...answering({}), answersIn: { '4.0.1': { [page]: 'x-page' } } };
  const only = 'student-reporting/courses/list/page.refused/**';
  const { plan, scopes } = planned({ specs: ['3.0.8', '4.0.1'], only }, target);
  const asked = (spec: string): ReadonlySet<string> =>
    new Set(
      plan.groups
        .filter((group) => group.spec === spec)
        .flatMap((g) => g.cases.flatMap((c) => c.steps.flatMap((s) => Object.keys(s.request.headers)))),
    );
  expect(asked('4.0.1')).toContain('x-page');
  expect(asked('4.0.1')).not.toContain('tcsi-pagination-page');
  expect(asked('3.0.8')).toContain('tcsi-pagination-page');
  expect(asked('3.0.8')).not.toContain('x-page');
  expect(scopes.map((scope) => [scope.version, scope.isAnswered(page)])).toEqual([
    ['3.0.8', false],
    ['4.0.1', true],
  ]);
  expect(checksOf(plan).filter(({ restsOn }) => restsOn.includes(page)).length).toBeGreaterThan(0);
});
