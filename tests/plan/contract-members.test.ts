/** What a service is asked hangs on what its contract says, and on no name. */
import { describe, expect, test } from 'vitest';
import type { EndpointContract, Project } from '../../src/load/model.ts';
import { isServiceDescription } from '../../src/plan/health-check.ts';
import { answering, checksOf, planned, project, target } from './support.ts';

const VERSION = 'student-reporting@4.0.1';

function withEndpoints(change: (endpoint: EndpointContract) => EndpointContract): Project {
  return {
    ...project,
    contracts: project.contracts.map((c) => ({ ...c, endpoints: c.endpoints.map(change) })),
  };
}

describe('an endpoint that describes its service', () => {
  const definitions = (of: Project): readonly string[] =>
    ['published-definition', 'service-description', 'about'].flatMap((endpoint) =>
      checksOf(planned({ specs: ['4.0.1'], only: `student-reporting/${endpoint}/**` }, target, of).plan)
        .filter(({ aspect }) => aspect === 'definition')
        .map(({ id }) => id),
    );

  test('is asked for the version and the definition where the contract says that they stand, whatever its name is', () => {
    const own = definitions(project);
    expect(own).toContain('student-reporting/published-definition/read/definition.document');
    const renamed = withEndpoints((e) => (e.endpoint === 'service-description' ? { ...e, endpoint: 'about' } : e));
    const bound = renamed.contracts.map((c) => ({
      ...c,
      bindings: c.bindings.map((b) => ({ ...b, checks: b.checks.replace('service-description/', 'about/') })),
    }));
    expect(definitions({ ...renamed, contracts: bound })).toEqual(
      own.map((id) => id.replace('/service-description/', '/about/')),
    );
  });

  test('is not, where the contract does not say so', () => {
    const silent = withEndpoints(({ describes: _describes, ...rest }) => rest);
    expect(definitions(silent)).toEqual([]);
  });

  test('is the simplest thing to ask, unless it is a whole definition', () => {
    const own = project.contracts.flatMap(({ endpoints }) => endpoints.filter(isServiceDescription));
    expect(own.map(({ endpoint }) => endpoint)).toEqual(['service-description', 'service-description']);
  });
});

test('the time that an answer may take is what the contract names, as the target answers it', () => {
  const budget = (of = target): number | undefined =>
    planned({ specs: ['4.0.1'], only: 'student-reporting/students/**' }, of).plan.operations[
      `${VERSION}/students/create`
    ]?.budgetMs;
  expect(budget()).toBe(
    project.specs
      .flatMap(({ openPoints }) => openPoints)
      .find(({ id }) => id === 'student-reporting.responses.time-budget')?.default,
  );
  expect(budget(answering({ 'student-reporting.responses.time-budget': 77 }))).toBe(77);
});
