/** Conventions that no standard asks: tried only where a contract declares them. */
import { describe, expect, test } from 'vitest';
import { idlePractices, unprovenRequirements } from '../../src/lint/plan-problems.ts';
import type { Binding, Practice, Project } from '../../src/load/model.ts';
import type { Check } from '../../src/plan/model.ts';
import { planAll } from '../../src/project/make-plan.ts';
import { EVERY_RULE } from '../../src/rules/registry.ts';
import { checksOf, project, target } from './support.ts';

const AT = { file: 'contracts/partner-onboarding/bindings.yaml', line: 1, column: 1 };
const SPECS = { specs: ['1.0.0'] } as const;

/** The project with these practices declared by every service, and these bindings after its own. */
function declaring(rules: readonly string[], bindings: readonly Omit<Binding, 'at'>[] = []): Project {
  const practices: readonly Practice[] = rules.map((one) => ({ rules: one, at: AT }));
  return {
    ...project,
    contracts: project.contracts.map((c) => ({
      ...c,
      practices,
      bindings: [...c.bindings, ...bindings.map((b) => ({ ...b, at: AT }))],
    })),
  };
}

function checksWith(of: Project): readonly Check[] {
  return checksOf(planAll(of, target, SPECS).plan);
}

const echoes = (checks: readonly Check[]): readonly Check[] => checks.filter((check) => check.rule === 'http.no-echo');
/** But for those that the contract binds itself. */
const BOUND = ['http.not-throttled', 'http.cache-control'];
const passiveConventions = EVERY_RULE.filter(
  ({ id, kind, convention }) => convention === true && kind === 'passive' && !BOUND.includes(id),
).map((rule) => rule.id);

describe('a convention', () => {
  test('is not tried where the contract does not declare it, and nothing else is left out', () => {
    expect(passiveConventions).toContain('http.no-echo');
    const all = checksWith(declaring(['http.*']));
    const fewer = checksWith(declaring([]));
    expect(echoes(fewer)).toEqual([]);
    const left = all.filter((check) => !fewer.some((one) => one.id === check.id));
    expect([...new Set(left.map((check) => check.rule))].sort()).toEqual([...passiveConventions].sort());
  });

  test('is tried as practice where it is declared', () => {
    const found = echoes(checksWith(declaring(['http.no-*'])));
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found.map(({ requirement, level, basis }) => `${requirement} ${level} ${basis}`))).toEqual(
      new Set(['http.no-echo SHOULD practice']),
    );
  });

  test('is tried where it is bound, with the weight of the requirement that it is bound to', () => {
    const found = echoes(
      checksWith(
        declaring(
          [],
          [{ checks: 'partners/create/http.no-echo', requirement: 'partner-onboarding.access.token-required' }],
        ),
      ),
    );
    expect(new Set(found.map((check) => `${check.operation} ${check.level} ${check.basis}`))).toEqual(
      new Set(['create MUST confirmed']),
    );
  });
});

describe('lint', () => {
  test('asks for no proof of a practice that a service does not declare', () => {
    const { scopes, plan } = planAll(declaring([]), target, SPECS);
    const unproven = unprovenRequirements(scopes, checksOf(plan), true).map(({ message }) => message);
    expect(unproven.filter((message) => message.includes('http.no-echo'))).toEqual([]);
    expect(unprovenRequirements(scopes, [], true).map(({ message }) => message)).toContain(
      'no check proves http.date in partner-onboarding 1.0.0',
    );
  });

  test.each([
    ['http.no-ecko', /unknown convention "http\.no-ecko"/, /did you mean .*http\.no-echo/],
    ['http.no-leak', /http\.no-leak is tested on every service/, /bind its checks to a requirement of the service/],
  ])('tells what %s does not switch on', (rules, message, hint) => {
    const [contracts] = declaring([rules]).contracts;
    const problems = contracts === undefined ? [] : idlePractices(contracts);
    expect(problems).toMatchObject([
      {
        code: 'practice-unmatched',
        message: expect.stringMatching(message) as string,
        hint: expect.stringMatching(hint) as string,
      },
    ]);
  });
});

test('what no standard demands is never a MUST', () => {
  const practices = project.specs
    .flatMap((spec) => spec.requirements)
    .filter((requirement) => requirement.basis === 'practice');
  expect(practices.length).toBeGreaterThan(0);
  expect(practices.filter((requirement) => requirement.level === 'MUST')).toEqual([]);
});
