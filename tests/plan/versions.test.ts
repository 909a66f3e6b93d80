/** What changed between the versions shows in what is sent and judged, in the version that the open points say. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/model/json.ts';
import { answering, casesOf, checksOf, planned, project, target } from './support.ts';
import type { Scope } from '../../src/plan/scope.ts';

const VERSIONS = ['2.1.05', '2.1.06', '3.0.8', '4.0.1'] as const;
const SERVICE = 'student-reporting';

const whole = planned({ services: [SERVICE] }).plan;

function operationOf(
  spec: string,
  path: string,
  answers?: Readonly<Record<string, Json>>,
): NonNullable<(typeof whole.operations)[string]> {
  const plan =
    answers === undefined
      ? whole
      : planned(
          { services: [SERVICE], specs: [spec], only: `${SERVICE}/${path}/**` },
          answering({ ...target.answers, ...answers }),
        ).plan;
  const found = plan.operations[`${SERVICE}@${spec}/${path}`];
  if (found === undefined) throw new Error(`${spec} ${path}`);
  return found;
}

function idsOf(spec: string): ReadonlySet<string> {
  return new Set(
    checksOf(whole)
      .filter((c) => c.spec === spec)
      .map((c) => c.id),
  );
}

const ids = Object.fromEntries(VERSIONS.map((spec) => [spec, idsOf(spec)])) as Readonly<
  Record<(typeof VERSIONS)[number], ReadonlySet<string>>
>;

describe('the body of a TAC offer POST', () => {
  const path = 'courses-on-campus-tac-offers/create';
  test.each([
    ['2.1.05', 'items'],
    ['2.1.06', 'item'],
    ['3.0.8', 'item'],
    ['4.0.1', 'item'],
  ] as const)('%s takes %s', (spec, form) => {
    expect(operationOf(spec, path).request).toBe(form);
    expect(operationOf(spec, path).response).toBe(form);
    const control = planned({ services: [SERVICE], specs: [spec], only: `${SERVICE}/${path}/outcome.accepted` })
      .plan.groups.flatMap((g) => g.cases.flatMap((c) => c.steps))
      .find((s) => s.name === 'probe');
    expect(control?.request.body?.kind === 'json' && Array.isArray(control.request.body.value)).toBe(form === 'items');
  });

  test('a target that says another version moves the change', () => {
    const answers = {
      'student-reporting.tac-offers.single-object-since': '3.0.8',
      'student-reporting.tac-offers.array-until': '2.1.06',
    };
    expect(operationOf('2.1.06', path, answers).request).toBe('items');
    expect(operationOf('3.0.8', path, answers).request).toBe('item');
  });

  test('the old form is refused after the change, and the new one before it', () => {
    for (const spec of VERSIONS) {
      const has = (name: string): boolean =>
        [...ids[spec]].some(
          (id) => id.includes('courses-on-campus-tac-offers/create/outcome.refused/') && id.includes(name),
        );
      expect(has('array-refused'), spec).toBe(spec !== '2.1.05');
      expect(has('object-refused'), spec).toBe(spec === '2.1.05');
    }
  });
});

describe('3.0.8', () => {
  test.each([
    ['unit-enrolments/create', 'course_assurance_indicator'],
    ['unit-enrolments/create', 'recognition_of_prior_learning_code'],
    ['units-of-study/create', 'unit_of_study_effective_from_date'],
    ['units-of-study/create', 'unit_of_study_effective_to_date'],
    ['loans/read', 'loan_status_code'],
    ['help-balance/read', 'help_balance_as_at_date'],
  ] as const)('%s has %s from it on', (path, field) => {
    for (const spec of VERSIONS)
      expect(
        operationOf(spec, path).fields.some((f) => f.name === field),
        spec,
      ).toBe(spec === '3.0.8' || spec === '4.0.1');
  });

  test('a new field brings its own checks, and its schema member', () => {
    const own = (spec: (typeof VERSIONS)[number]): number =>
      [...ids[spec]].filter((id) => id.includes('recognition_of_prior_learning_code')).length;
    expect([own('2.1.05'), own('2.1.06')]).toEqual([0, 0]);
    expect(own('3.0.8')).toBeGreaterThan(2);
    expect(own('4.0.1')).toBe(own('3.0.8'));
    expect(JSON.stringify(operationOf('2.1.06', 'unit-enrolments/read').responseSchema)).not.toContain(
      'course_assurance_indicator',
    );
    expect(JSON.stringify(operationOf('3.0.8', 'unit-enrolments/read').responseSchema)).toContain(
      'course_assurance_indicator',
    );
  });

  test('the census date may be patched until it, and not after', () => {
    const refused = 'student-reporting/unit-enrolments/update/input.not-patchable/unit_of_study_census_date';
    expect(VERSIONS.filter((spec) => ids[spec].has(refused))).toEqual(['3.0.8', '4.0.1']);
  });

  test('no earlier version is asked for a later field', () => {
    const bodies = JSON.stringify(
      ['unit-enrolments', 'units-of-study'].flatMap((endpoint) =>
        casesOf(planned({ specs: ['2.1.06'], only: `${SERVICE}/${endpoint}/*/outcome.accepted` }).plan).map(
          ({ planned: one }) => one.steps.map((s) => s.request.body),
        ),
      ),
    );
    for (const field of [
      'course_assurance_indicator',
      'recognition_of_prior_learning_code',
      'unit_of_study_effective_from_date',
    ])
      expect(bodies, field).not.toContain(`{"${field}"`);
  });
});

describe('order', () => {
  const spec = project.specs.find((s) => s.service === SERVICE);
  const contracts = project.contracts.find((c) => c.service === SERVICE);
  const scopes = planned({ services: [SERVICE] }).scopes;

  test('comes from versions.yaml and not from comparing texts', () => {
    expect(spec?.versions.map((v) => v.id).slice(0, VERSIONS.length)).toEqual([...VERSIONS]);
    expect(contracts?.service).toBe(SERVICE);
  });

  test.each([
    [{}, [...VERSIONS]],
    [{ since: '2.1.06' }, ['2.1.06', '3.0.8', '4.0.1']],
    [{ until: '2.1.06' }, ['2.1.05', '2.1.06']],
    [{ since: '3.0.8', until: '3.0.8' }, ['3.0.8']],
    [{ since: '3.0.8', until: '2.1.05' }, []],
  ] as const)('%j holds %j', (range, expected) => {
    expect(scopes.filter((s: Scope) => s.has(range)).map((s) => s.version)).toEqual(expected);
  });

  test('a version that nobody knows is refused', () => {
    expect(() => scopes[0]?.has({ since: '2.1.5' })).toThrow('has no version "2.1.5"');
  });
});
