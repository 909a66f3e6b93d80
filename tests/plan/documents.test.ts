/** What the documents say, no more and no less: each line once read wrongly, and held here. */
import { describe, expect, test } from 'vitest';
import type { Check, Step } from '../../src/plan/model.ts';
import { answering, checksOf, jsonTemplate, planned, project } from './support.ts';

const SR = 'student-reporting';
const PO = 'partner-onboarding';
const VERSIONS = ['2.1.05', '4.0.1'] as const;

const checks: readonly Check[] = [
  ...VERSIONS.flatMap((spec) => checksOf(planned({ services: [SR], specs: [spec] }).plan)),
  ...checksOf(planned({ services: [PO] }).plan),
];

const proving = (requirement: string): readonly Check[] => checks.filter((check) => check.requirement === requirement);

function specOf(service: string): (typeof project.specs)[number] {
  return project.specs.find((spec) => spec.service === service) ?? expect.fail(service);
}

function requirementOf(id: string): (typeof project.specs)[number]['requirements'][number] {
  const service = id.slice(0, id.indexOf('.'));
  return specOf(service).requirements.find((one) => one.id === id) ?? expect.fail(id);
}

function pointOf(id: string): (typeof project.specs)[number]['openPoints'][number] {
  const service = id.slice(0, id.indexOf('.'));
  return specOf(service).openPoints.find((one) => one.id === id) ?? expect.fail(id);
}

/** The step that the declared case of some check sends. */
function probeOf(spec: string, end: string): Step {
  const found = planned({ services: [SR], specs: [spec] }).plan.groups.flatMap(({ cases }) =>
    cases.filter((one) => one.checks.some(({ id }) => id.endsWith(end))).flatMap(({ steps }) => steps),
  );
  return found.find(({ name }) => name === 'probe') ?? expect.fail(`${spec} ${end}`);
}

describe('checks carry only what they test', () => {
  test('messages of mended faults are held against POST and PATCH, for which the document tells of them', () => {
    for (const id of [`${SR}.errors.validation-message`, `${SR}.errors.students-reachable`]) {
      expect(proving(id).length, id).toBeGreaterThan(0);
      expect([...new Set(proving(id).map(({ operation }) => operation))].sort(), id).toEqual(['create', 'update']);
    }
    const others = proving(`${SR}.errors.known-faults`);
    expect(others.map(({ operation }) => operation)).toContain('list');
    expect(requirementOf(`${SR}.errors.known-faults`).basis).toBe('assumed');
  });

  test('that a family exists is shown by a read of it, and POST is a method of the document', () => {
    const families = specOf(SR).requirements.filter(({ id }) => id.startsWith(`${SR}.endpoints.`));
    expect(families).toHaveLength(14);
    for (const { id, basis } of families) {
      expect(basis, id).toBe('documented');
      // The document shows the POST of TAC offers, and of no other family.
      const shown = id.endsWith('.courses-on-campus-tac-offers') ? ['create'] : ['list', 'read'];
      for (const { operation } of proving(id)) expect(shown, id).toContain(operation);
      expect(proving(id).length, id).toBeGreaterThan(0);
    }
    expect(requirementOf(`${SR}.methods.post`).basis).toBe('documented');
    expect(new Set(proving(`${SR}.methods.post`).map(({ operation }) => operation))).toEqual(new Set(['create']));
  });
});

describe('the plan of partner-onboarding', () => {
  test('is told by its name, and that the document gives it another one elsewhere', () => {
    const [name, usual] = [requirementOf(`${PO}.plan.name`), requirementOf(`${PO}.plan.default`)];
    expect(name.text).toContain('"MFT Partner Onboarding-EinvoicingWoG"');
    expect(usual.text).toContain('Default Plan');
    expect(usual.excluded).toContain('Section 1 gives the plan another name');
  });
});

describe('warnings and errors', () => {
  test('every warning has its severity, where one is asked for', () => {
    const given = checks.filter(({ rule, params }) => rule === 'warning.given' && params['severity'] === undefined);
    expect(given.length).toBeGreaterThan(0);
    for (const { id, spec, params } of given) {
      const own = id.slice(0, id.indexOf('/warning.given'));
      const of = checks.filter(
        (one) =>
          one.spec === spec &&
          one.id.startsWith(`${own}/warning.given`) &&
          one.params['severity'] === 'warning' &&
          JSON.stringify(one.params['mentions']) === JSON.stringify(params['mentions']),
      );
      expect(of.length, `${id}@${spec}`).toBeGreaterThan(0);
    }
  });

  test('any suffix of an error identifier will do', () => {
    const pattern = pointOf(`${SR}.errors.identifier-form`).default;
    const form = new RegExp(String(pattern));
    for (const good of ['10364UNTENR', '10088CRSCA', '10045STU4']) expect(form.test(good), good).toBe(true);
    for (const bad of ['10364', 'UNTENR', '1036UNTENR', '10364untenr']) expect(form.test(bad), bad).toBe(false);
  });

  test('the description has a name, and which one is nobody’s to say', () => {
    const named = checks.filter(({ id }) => id.startsWith(`${SR}/service-description/read/body.`));
    expect(named.map(({ rule, params }) => [rule, params['pointers']])).toContainEqual(['body.has', ['/api_name']]);
    expect(named.filter(({ params }) => params['pointer'] === '/api_name')).toEqual([]);
  });
});

describe('what is sent', () => {
  test('several TAC offers in one array, as the known issue has them', () => {
    const codes = (spec: string, end: string): unknown =>
      (jsonTemplate(probeOf(spec, end)) as readonly { courses_on_campus_tac_offer: { tac_offer_code: string } }[]).map(
        (item) => item.courses_on_campus_tac_offer.tac_offer_code,
      );
    expect(codes('4.0.1', 'tac-offers/create/outcome.never/array-of-several-refused')).toHaveLength(2);
    expect(codes('2.1.05', 'tac-offers/create/outcome.accepted/array-of-several-before')).toHaveLength(2);
  });

  test('dates of citizenships within a student: of today, of a day to come, and none', () => {
    const citizenships = (name: string): string =>
      JSON.stringify(jsonTemplate(probeOf('4.0.1', `students/create/outcome.${name}`)));
    expect(citizenships('accepted/with-citizenship-of-today')).toContain(
      '"citizenship_effective_from_date":{"$today":0}',
    );
    expect(citizenships('refused/with-citizenship-of-the-future')).toContain(
      '"citizenship_effective_from_date":{"$today":2}',
    );
    expect(citizenships('accepted/with-undated-citizenship')).not.toContain('citizenship_effective_from_date');
  });
});

describe('what the documents do not show is asked', () => {
  test.each([
    [`${PO}.partner.id-form`, PO],
    [`${SR}.records.unique`, SR],
    [`${SR}.students.language-member`, SR],
  ])('%s, and checks rest on it', (point, service) => {
    const plan = planned({ services: [service], ...(service === SR ? { specs: ['4.0.1'] } : {}) }, answering({})).plan;
    const resting = checksOf(plan).filter(({ restsOn }) => restsOn.includes(point));
    expect(resting.length).toBeGreaterThan(0);
    expect(new Set(resting.map(({ basis }) => basis))).toEqual(new Set(['assumed']));
  });

  test('once: in which version the body of a TAC offer changed', () => {
    const points = specOf(SR).openPoints.filter(({ id }) => /tac-offers\..*(since|until)/.test(id));
    expect(points.map(({ id }) => id)).toEqual([`${SR}.tac-offers.single-object-since`]);
    // One answer moves both bounds, so that no version is left without a form.
    const answers = { [`${SR}.tac-offers.single-object-since`]: '3.0.8' };
    for (const spec of ['2.1.05', '2.1.06', '3.0.8', '4.0.1']) {
      const only = `${SR}/courses-on-campus-tac-offers/**`;
      const { plan } = planned({ services: [SR], specs: [spec], only }, answering(answers));
      const isArray = spec.startsWith('2');
      expect(plan.operations[`${SR}@${spec}/courses-on-campus-tac-offers/create`]?.request, spec).toBe(
        isArray ? 'items' : 'item',
      );
    }
  });

  test('and of events a line says that nothing is tested', () => {
    for (const service of [SR, PO])
      expect(requirementOf(`${service}.service.events`).excluded, service).toMatch(/not tested/);
  });
});
