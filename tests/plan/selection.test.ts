/** Narrowing a plan: what is left is what was asked for, and it still stands on its own feet. */
import { describe, expect, test } from 'vitest';
import { checkIdMatcher, planHash, scopesOf } from '../../src/plan/plan.ts';
import { planAll, planEndpointAlone, planPart, planScopes } from '../../src/project/make-plan.ts';
import { everyNth } from '../part.ts';
import { casesOf, checksOf, planned, project, target } from './support.ts';

const whole = planned({ services: ['partner-onboarding'] }).plan;

describe('--only', () => {
  test.each([
    ['access.none', (id: string) => id.includes('access.none')],
    ['partners/create', (id: string) => id.includes('partners/create')],
    [
      'partner-onboarding/partners/read/method.options',
      (id: string) => id.startsWith('partner-onboarding/partners/read/method.options'),
    ],
    ['partner-onboarding/*/read/**', (id: string) => /^partner-onboarding\/[^/]+\/read\//.test(id)],
    ['http.*', (id: string) => /\/http\.[^/]+/.test(id)],
  ] as const)('%s keeps exactly the checks that match', (only, matches) => {
    const { plan } = planned({ services: ['partner-onboarding'], only });
    const expected = [
      ...new Set(
        checksOf(whole)
          .map((c) => c.id)
          .filter(matches),
      ),
    ];
    expect([...new Set(checksOf(plan).map((c) => c.id))].sort()).toEqual(expected.sort());
    expect(expected.length).toBeGreaterThan(0);
  });

  test.each([
    ['partner-onboarding/partners/read/**', ['partner-onboarding']],
    ['partner-onboarding/partners/create/outcome.accepted', ['partner-onboarding']],
    ['identity-provider/token/**', ['partner-onboarding', 'student-reporting']],
    ['{partner-onboarding,x}/**', ['partner-onboarding', 'student-reporting']],
    ['reporting/students/read', ['partner-onboarding', 'student-reporting']],
  ])('%s needs the versions of %j', (only, services) => {
    expect([...new Set(scopesOf(project, target, { only }).map(({ service }) => service))]).toEqual(services);
  });

  test('a word that begins with a service keeps one of another that ends so', () => {
    const [found] = project.contracts.filter(({ service }) => service === 'partner-onboarding');
    if (found === undefined) throw new Error('there are no contracts');
    const [endpoint] = found.endpoints;
    if (endpoint === undefined) throw new Error('there is no endpoint');
    const alike = { ...found, endpoints: [{ ...endpoint, endpoint: 'old-student-reporting' }] };
    const contracts = project.contracts.map((one) => (one === found ? alike : one));
    const services = (only: string): readonly string[] =>
      scopesOf({ ...project, contracts }, target, { only }).map(({ service }) => service);
    expect(services('student-reporting/create')).toContain('partner-onboarding');
    expect(services('student-reporting/*')).not.toContain('partner-onboarding');
  });

  test('an endpoint that is named is planned alone as it is among the others, which keep what they had', () => {
    const only = 'partner-onboarding/partners/**';
    const all = planned({ services: ['partner-onboarding'] });
    const scopes = scopesOf(project, target, { services: ['partner-onboarding'] });
    const alone = planEndpointAlone(scopes, only, all.outline);
    const ids = (plan: typeof all.plan): readonly string[] => checksOf(plan).map(({ id }) => id);
    expect(ids(alone?.plan ?? { groups: [], operations: {} })).toEqual(
      ids(planned({ services: ['partner-onboarding'], only }).plan),
    );
    expect(alone?.outline).toEqual(all.outline);
    expect(planEndpointAlone(scopes, 'partner-onboarding/*/read/**', all.outline)).toBeUndefined();
    expect(planEndpointAlone(scopes, only, new Map())).toBeUndefined();
  });

  test('a case that is kept keeps its steps and its group’s setup', () => {
    const { plan } = planned({ services: ['partner-onboarding'], only: 'input.missing' });
    for (const { group, planned: one } of casesOf(plan)) {
      const before = whole.groups.find((g) => g.id === group.id);
      expect(group.setup).toEqual(before?.setup);
      expect(one.steps).toEqual(before?.cases.find((c) => c.id === one.id)?.steps);
      expect(one.checks.length).toBeGreaterThan(0);
    }
  });

  test('a passive check alone keeps the traffic that it judges', () => {
    const { plan } = planned({ services: ['partner-onboarding'], only: '**/partners/read/http.date' });
    expect([...new Set(checksOf(plan).map((c) => c.rule))]).toEqual(['http.date']);
    expect(casesOf(plan).length).toBeGreaterThan(0);
    expect(casesOf(plan).every(({ planned: one }) => one.checks.length === 0)).toBe(true);
  });

  test('what matches nothing leaves nothing', () => {
    expect(planned({ services: ['partner-onboarding'], only: 'no-such-check' }).plan.groups).toEqual([]);
  });
});

describe('services and versions', () => {
  test('only what is asked for is planned, in the order of versions.yaml', () => {
    const { scopes, plan } = planned({ services: ['student-reporting'], specs: ['4.0.1', '2.1.06'] });
    expect(scopes.map((s) => s.version)).toEqual(['2.1.06', '4.0.1']);
    expect(new Set(plan.groups.map((g) => `${g.service} ${g.spec}`))).toEqual(
      new Set(['student-reporting 2.1.06', 'student-reporting 4.0.1']),
    );
  });

  test('a version is planned alike alone and beside others', () => {
    const { plan } = planned();
    const alone = planned({ specs: ['3.0.8'] }).plan;
    expect(alone.groups).toEqual(plan.groups.filter((g) => g.spec === '3.0.8'));
  });

  test('a target that names fewer versions gets fewer', () => {
    const [first] = target.services;
    if (first === undefined) throw new Error('the reference target names no service');
    expect(planAll(project, { ...target, services: [first] }).scopes.map((s) => s.service)).toEqual([first.service]);
    expect(planAll(project, { ...target, services: [] }).plan.groups).toEqual([]);
  });
});

describe('patterns', () => {
  test.each([
    ['outcome', 'a/b/c/outcome.accepted', true],
    ['a/b', 'a/b/c/d', true],
    ['a/*/c/d', 'a/b/c/d', true],
    ['a/*/d', 'a/b/c/d', false],
    ['a/**', 'a/b/c/d', true],
    ['outcome.*', 'a/b/c/outcome.accepted', true],
    ['{x,outcome.accepted}', 'a/b/c/outcome.accepted', true],
    ['{x,outcome}', 'a/b/c/outcome.accepted', false],
    ['?', 'a/b/c/d', true],
    ['a', 'b/xay/c', true],
    ['zzz', 'a/b/c/d', false],
  ])('%j on %j: %j', (pattern, id, matches) => {
    expect(checkIdMatcher(pattern)(id)).toBe(matches);
  });
});

describe('a part that is planned alone is the same as of the whole, with all that its checks rest on', () => {
  // Nothing is answered, so that every guess is looked at.
  const scopes = () => scopesOf(project, { ...target, answers: {}, answersIn: {} }, { specs: ['4.0.1'] });
  const { outline } = planScopes(scopes());

  test.each(everyNth(['unit-enrolments', 'courses', 'campuses', 'students'], 4))('%s', (endpoint) => {
    const only = `student-reporting/${endpoint}/delete/**`;
    expect(planHash(planPart(scopes(), only, outline).plan)).toBe(planHash(planScopes(scopes(), only).plan));
  });
});
