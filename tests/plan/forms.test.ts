/** How something is answered is a check beside the one on what is answered, and rests on what somebody has said of it. */
import { describe, expect, test } from 'vitest';
import { isFormRule } from '../../src/rules/model.ts';
import { ruleById } from '../../src/rules/registry.ts';
import type { RuleId } from '../../src/rules/ids.ts';
import type { Binding, ServiceContracts, Target } from '../../src/load/model.ts';
import { makePlan } from '../../src/project/make-plan.ts';
import { answering, checksOf, planned, plannedEndpoints, project } from './support.ts';

const SPECS = { specs: ['1.0.0', '4.0.1'] } as const;
const unanswered = checksOf(planned(SPECS, answering({})).plan);
const byId = new Map(unanswered.map((check) => [`${check.id}@${check.spec}`, check]));

describe('on a target that has answered nothing', () => {
  test('every check that something is refused has one on the form of the refusal beside it, in the same case', () => {
    const refusals = unanswered.filter(({ rule }) => ruleById(rule as RuleId).form === 'outcome.form');
    expect(refusals.length).toBeGreaterThan(1000);
    for (const { id, spec, params, given } of refusals)
      expect(byId.get(`${id}/form@${spec}`), id).toMatchObject({ rule: 'outcome.form', params, given });
  });

  test('no form is documented, and none is a matter of a standard', () => {
    const told = unanswered.filter(({ rule, basis }) => isFormRule(rule) && basis !== 'assumed');
    expect(told.map(({ id, basis }) => `${basis} ${id}`)).toEqual([]);
  });

  test('the status of a success is told once for each operation, of what shows that it succeeds at all', () => {
    const forms = unanswered.filter(({ rule }) => rule === 'outcome.success-form');
    const operations = new Set(
      unanswered.map(({ service, endpoint, operation }) => `${service}/${endpoint}/${operation}`),
    );
    expect(new Set(forms.map(({ id }) => id))).toEqual(
      new Set([...operations].map((operation) => `${operation}/outcome.accepted/form`)),
    );
    for (const { id, spec } of forms) expect(byId.get(`${id.slice(0, -5)}@${spec}`)?.rule).toBe('outcome.accepted');
  });
});

test('an owner who confirms the code lists has not confirmed how a code outside of them is refused', () => {
  const lists = ['languages.reference-data', 'disabilities.reference-data', 'student-disabilities.fields'].map(
    (id) => `student-reporting.${id}`,
  );
  const answers = Object.fromEntries(lists.map((id) => [id, defaultOf(id)]));
  const checks = checksOf(plannedEndpoints(['students', 'student-disabilities'], answering(answers)));
  const of = (end: string): string | undefined => checks.find(({ id }) => id.endsWith(end))?.basis;
  expect(of('input.not-in-list/disability_code')).not.toBe('assumed');
  expect(of('input.not-in-list/disability_code/form')).toBe('assumed');
  expect(of('input.not-in-list/language_spoken_at_home_code/form')).toBe('assumed');
});

describe('what a form proves', () => {
  const contracts = project.contracts.find(({ service }) => service === 'partner-onboarding');
  const only = 'partners/create/{access.none,access.tampered,input.missing/name,lifecycle.*,path.unknown}{,/form}';
  const forms = (changed: Partial<ServiceContracts>): Readonly<Record<string, string>> => {
    if (contracts === undefined) throw new Error('there is a partner service');
    const target: Target = answering({});
    const { plan } = makePlan({ ...project, contracts: [{ ...contracts, ...changed }] }, target, {
      services: ['partner-onboarding'],
      only: `partner-onboarding/${only}`,
    });
    const found = checksOf(plan).filter(({ rule }) => rule === 'outcome.form');
    return Object.fromEntries(found.map(({ id, requirement }) => [id.split('/').slice(3).join('/'), requirement]));
  };
  const without = (kind: 'unauthenticated' | 'value'): ServiceContracts['errors'] | undefined => {
    const refusal = contracts?.errors.refusals[kind];
    if (contracts === undefined || refusal === undefined) return undefined;
    const { form: _form, ...rest } = refusal;
    return { ...contracts.errors, refusals: { ...contracts.errors.refusals, [kind]: rest } };
  };

  const bindings = contracts?.bindings ?? [];
  const bind = (
    checks: string,
    proven: Pick<Binding, 'requirement' | 'form'> = { requirement: 'partner-onboarding.input.types' },
  ): readonly Binding[] => {
    const [first] = bindings;
    return first === undefined ? [] : [...bindings, { at: first.at, checks, ...proven }];
  };

  test('is what the contract names for its kind of refusal', () => {
    expect(forms({})).toEqual({
      'access.none/form': 'partner-onboarding.access.refusal',
      'access.tampered/form': 'partner-onboarding.access.refusal',
      'input.missing/name/form': 'partner-onboarding.errors.refusal-form',
      'path.unknown/form': 'partner-onboarding.paths.others-unknown',
    });
  });

  test('is what asks for the refusal where that is assumed, and nothing where a standard asks for it', () => {
    const errors = without('unauthenticated');
    const bindings = bind('partners/*/access.tampered', { requirement: 'http.jwt.signature' });
    expect(errors === undefined ? {} : forms({ errors, bindings })).toEqual({
      'access.none/form': 'partner-onboarding.access.token-required',
      'input.missing/name/form': 'partner-onboarding.errors.refusal-form',
      'path.unknown/form': 'partner-onboarding.paths.others-unknown',
    });
  });

  test('is bound by no pattern but one that names its requirement', () => {
    const errors = without('value');
    if (errors === undefined) throw new Error('values are refused');
    const path = 'input.missing/name/form';
    expect(forms({ errors })[path]).toBe('partner-onboarding.input.required');
    expect(forms({ errors, bindings: bind('partners/*/input.missing/**') })[path]).toBe(
      'partner-onboarding.input.types',
    );
    expect(forms({ bindings: bind('partners/*/input.missing/**') })[path]).toBe(
      'partner-onboarding.errors.refusal-form',
    );
    const form = 'partner-onboarding.input.types';
    expect(forms({ bindings: bind('partners/*/input.missing/**', { form }) })[path]).toBe(form);
    expect(
      forms({ bindings: bind('partners/*/input.missing/**', { form, requirement: 'http.jwt.signature' }) })[path],
    ).toBe(form);
  });
});

function defaultOf(id: string): (typeof project.specs)[number]['openPoints'][number]['default'] {
  const point = project.specs.flatMap(({ openPoints }) => openPoints).find((one) => one.id === id);
  if (point === undefined) throw new Error(`there is no open point ${id}`);
  return point.default;
}
