/** A worker plans what its tests need, endpoint by endpoint: it must be the plan of the run. */
import { expect, test } from 'vitest';
import { planEndpoint } from '../../src/project/make-plan.ts';
import { planned } from '../plan/support.ts';

test('the groups of one endpoint, planned alone, are those of the whole plan', () => {
  const { plan, scopes } = planned({ services: ['partner-onboarding'] });
  const endpoints = [...new Set(plan.groups.map(({ endpoint }) => endpoint))];
  expect(endpoints.length).toBeGreaterThan(2);
  expect(endpoints.flatMap((endpoint) => planEndpoint(scopes, endpoint).groups)).toEqual(plan.groups);
});
