/** The life of a record as rows have it: where it stands, how it is removed again, and what happens where an operation is lacking. */
import { describe, expect, test } from 'vitest';
import type { EndpointContract, Project } from '../../src/load/model.ts';
import type { Case, Plan } from '../../src/plan/model.ts';
import { scopesOf } from '../../src/plan/plan.ts';
import { omitUndefined } from '../../src/model/objects.ts';
import type { Json } from '../../src/model/json.ts';
import { planEndpoint } from '../../src/project/make-plan.ts';
import { answering, casesOf, planned, project, target } from './support.ts';

/** Finds cases of 4.0.1 in a contract with one changed endpoint. Plans the endpoint of the case. */
function finder(endpoint = '', change: Partial<EndpointContract> = {}): (id: string) => Case | undefined {
  const changed: Project = {
    ...project,
    contracts: project.contracts.map((c) => ({
      ...c,
      endpoints: c.endpoints.map((e) => (e.endpoint === endpoint ? { ...e, ...change } : e)),
    })),
  };
  const scopes = scopesOf(changed, target, { services: ['student-reporting'], specs: ['4.0.1'] });
  const plans = new Map<string, Plan>();
  return (id) => {
    const [name = ''] = id.split('/');
    const plan = plans.get(name) ?? planEndpoint(scopes, name);
    plans.set(name, plan);
    return casesOf(plan).find(({ planned: one }) => one.id === `student-reporting/${id}`)?.planned;
  };
}

const find = finder();

function stepsOf(one: Case | undefined): readonly string[] {
  return one?.steps.map(({ name }) => name) ?? [];
}

describe('a record that hangs on another', () => {
  const listed = find('student-disabilities/create/lifecycle/lifecycle.listed');
  const uid = { $ref: 'parent#/0/result/students_uid' };

  test('is made below a parent of its own, listed there, and removed from there', () => {
    expect(stepsOf(listed)).toEqual(['parent', 'create', 'list']);
    const [, create, list] = listed?.steps ?? [];
    expect(create?.request.parameters).toEqual({ students_uid: uid });
    expect(create?.undo?.parameters).toEqual({
      students_uid: uid,
      disabilities_uid: { $each: 'create#/*/result/disabilities_uid' },
    });
    expect(list?.request.parameters).toEqual({ students_uid: uid });
  });

  test('stands below another parent where the row says so', () => {
    const kept = find('student-disabilities/update/others/lifecycle.others-kept');
    expect(stepsOf(kept)).toEqual(['parent', 'create', 'other-parent', 'other', 'other-before', 'act', 'other-after']);
    const [, create, , other, before, act] = kept?.steps ?? [];
    expect(create?.request.parameters).toEqual({ students_uid: uid });
    expect(other?.request.parameters).toEqual({ students_uid: { $ref: 'other-parent#/0/result/students_uid' } });
    expect(before?.request.parameters).toMatchObject({
      disabilities_uid: { $ref: 'other#/0/result/disabilities_uid' },
    });
    expect(act?.request.parameters).toMatchObject({ disabilities_uid: { $ref: 'create#/0/result/disabilities_uid' } });
  });

  test('goes with its parent where the parent is deleted, and needs no removal', () => {
    const parts = find('students/delete/lifecycle/lifecycle.delete-with-parts/student-disabilities');
    expect(stepsOf(parts)).toEqual(['create', 'part', 'delete', 'part-read']);
    expect(parts?.steps.map(({ undo }) => undo !== undefined)).toEqual([true, false, false, false]);
    expect(parts?.checks.map(({ rule, params }) => `${rule} ${String(params['step'])}`)).toEqual([
      'lifecycle.delete-with-parts delete',
      'lifecycle.parts-gone part-read',
      'outcome.form part-read',
    ]);
  });
});

test('records in one request are told apart by their place', () => {
  const read = find('students/create/lifecycle/lifecycle.batch-readable');
  expect(read?.steps.slice(1).map(({ request }) => request.parameters)).toEqual([
    { students_uid: { $ref: 'batch#/0/result/students_uid' } },
    { students_uid: { $ref: 'batch#/2/result/students_uid' } },
  ]);
});

test('an update changes references to records made before, which are removed last', () => {
  const each = find('unit-enrolments/update/lifecycle/lifecycle.update-each');
  expect(stepsOf(each).slice(-4)).toEqual(['create', 'before', 'update', 'after']);
  const body = JSON.stringify(each?.steps.find(({ name }) => name === 'update')?.request.body);
  expect(body).toContain('"campuses_uid":{"$ref":"other-campuses#/result/campuses_uid"}');
  expect(each?.steps.find(({ name }) => name === 'update')?.success.provenBy).toBe(
    'student-reporting/unit-enrolments/update/outcome.accepted/update-each',
  );
});

describe('where records cannot be read', () => {
  const units = project.contracts.flatMap((c) => c.endpoints).find((e) => e.endpoint === 'units-of-study');
  const without = finder('units-of-study', {
    operations: units?.operations.filter(({ kind }) => kind !== 'read') ?? [],
  });

  test('what does not need it is tried and judged all the same', () => {
    const gone = without('units-of-study/delete/lifecycle/lifecycle.gone');
    expect(stepsOf(gone)).toEqual(['create', 'delete', 'again']);
    expect(gone?.checks.map(({ rule }) => rule)).toEqual(['lifecycle.delete-again', 'outcome.form']);
    // By itself: a service may show what is deleted to those who name it, and list it nowhere.
    const listed = without('units-of-study/delete/lifecycle/lifecycle.not-listed');
    expect(stepsOf(listed)).toEqual(['create', 'early', 'delete', 'list']);
    expect(listed?.checks.map(({ rule }) => rule)).toEqual(['lifecycle.not-listed']);
  });

  test('what rests on it is not', () => {
    expect(find('units-of-study/update/lifecycle/lifecycle.update-atomic')).toBeDefined();
    expect(without('units-of-study/update/lifecycle/lifecycle.update-atomic')).toBeUndefined();
    expect(stepsOf(without('units-of-study/create/lifecycle/lifecycle.read-back'))).toEqual(['create']);
  });
});

describe('what an update leaves', () => {
  const partners = casesOf(planned({ services: ['partner-onboarding'] }, target).plan).map((one) => one.planned);
  const ofPartners = (end: string): Case | undefined => partners.find(({ id }) => id.endsWith(end));
  const bodyOf = (one: Case | undefined, step: string): Json | undefined => {
    const body = one?.steps.find(({ name }) => name === step)?.request.body;
    return body?.kind === 'json' ? (body.value as Json) : undefined;
  };

  test('is looked for in its answer where the contract says that it shows the record, and nowhere else', () => {
    const answered = (one: Case | undefined) => one?.checks.find(({ rule }) => rule === 'lifecycle.update-answered');
    expect(answered(ofPartners('partners/update/lifecycle/lifecycle.update-each'))?.params).toEqual({
      written: 'update',
      read: 'update',
      sent: '',
      shown: '',
      skip: [],
    });
    expect(answered(find('students/update/lifecycle/lifecycle.update-each'))).toBeUndefined();
  });

  test('and what a create sent likewise, whether or not there is a read of it', () => {
    const answered = (one: Case | undefined) => one?.checks.find(({ rule }) => rule === 'lifecycle.create-answered');
    const made = answered(ofPartners('partners/create/lifecycle/lifecycle.read-back'));
    expect(made?.params).toEqual({ written: 'create', read: 'create', sent: '', shown: '', skip: [] });
    expect(answered(find('students/create/lifecycle/lifecycle.read-back'))).toBeUndefined();
  });

  test('is a shorter list where one of two entries is sent, which differs from the first', () => {
    const list = ofPartners('partners/update/lifecycle/lifecycle.update-list/channels');
    expect(bodyOf(list, 'create')).toMatchObject({ channels: [{ channel_type: 'AS4' }, { channel_type: 'SFTP' }] });
    expect(bodyOf(list, 'update')).toEqual({
      channels: [{ channel_type: 'SFTP', endpoint: 'https://partner.example/other' }],
    });
    const types = find('students/update/lifecycle/lifecycle.update-list/student_types');
    expect(bodyOf(types, 'update')).toMatchObject({ student: { student_types: ['VET'] } });
  });

  test('is the first record below a parent as it was, where the second is changed', () => {
    const siblings = find('student-disabilities/update/others/lifecycle.sibling-kept');
    expect(stepsOf(siblings)).toEqual([
      'parent',
      'first',
      'second',
      'first-before',
      'update',
      'first-after',
      'second-after',
    ]);
    const [, first, second, , update] = siblings?.steps ?? [];
    expect(first?.request.parameters).toEqual(second?.request.parameters);
    expect(update?.request.parameters).toMatchObject({
      disabilities_uid: { $ref: 'second#/0/result/disabilities_uid' },
    });
    expect(find('students/update/others/lifecycle.sibling-kept')).toBeUndefined();
  });

  test('a part is read before and after the update of what it stands below, where a read shows it', () => {
    const kept = find('students/update/lifecycle/lifecycle.parts-kept/student-disabilities');
    expect(stepsOf(kept)).toEqual(['create', 'part', 'before', 'update', 'after']);
    const [check] = kept?.checks ?? [];
    expect(check?.params).toEqual({ before: 'before', after: 'after', shown: '/result/disability' });
    const [, part, , update] = kept?.steps ?? [];
    expect(part?.undo).toBeUndefined();
    expect(update?.request.parameters).toEqual({ students_uid: { $ref: 'create#/0/result/students_uid' } });
    expect(find('student-disabilities/update/lifecycle/lifecycle.parts-kept')).toBeUndefined();
  });

  test('a list is asked for when the first of two records in it was changed', () => {
    const listed = find('student-disabilities/update/lifecycle/lifecycle.listed-as-read');
    expect(stepsOf(listed)).toEqual(['parent', 'create', 'later', 'early', 'update', 'read', 'list']);
    expect(listed?.checks.map(({ rule }) => rule)).toEqual([
      'lifecycle.listed-as-read',
      'lifecycle.changed-listed',
      'lifecycle.listed-whole',
      'lifecycle.order-kept',
    ]);
  });

  test('0 and false are stored together, wherever they are allowed, and nothing is tried where they are not', () => {
    const zero = find('courses-of-study/create/input/input.zero-stored');
    expect(stepsOf(zero)).toEqual(['write', 'read']);
    const [item] = (bodyOf(zero, 'write') ?? []) as readonly Readonly<Record<string, Json>>[];
    expect(item?.['course_of_study']).toMatchObject({
      course_of_study_load: 0,
      combined_course_of_study_indicator: false,
    });
    expect(find('students/create/input/input.zero-stored')).toBeUndefined();
  });

  test('texts of the full length are stored together, those inside a list too, and read once', () => {
    const longest = ofPartners('partners/create/input/input.longest-stored');
    expect(stepsOf(longest)).toEqual(['write', 'read']);
    const { name, contact_email, channels } = bodyOf(longest, 'write') as Readonly<Record<string, Json>>;
    expect([name, contact_email].map((text) => String(text).length)).toEqual([100, 254]);
    const [channel = {}] = channels as readonly Readonly<Record<string, Json>>[];
    expect(Object.values(channel).map((text) => String(text).length)).toEqual([3, 2048, 200]);
    const changed = ofPartners('partners/update/input/input.longest-stored');
    expect(stepsOf(changed)).toEqual(['create', 'write', 'read']);
    expect(bodyOf(changed, 'write')).toMatchObject({ name, contact_email });
  });
});

test('nothing is asked of what is gone where a delete has only begun (RFC 9110 §15.3.3)', () => {
  const answers = { 'student-reporting.statuses.success': { POST: [200], GET: [200], PATCH: [200], DELETE: [202] } };
  const plan = planned({ specs: ['4.0.1'], only: 'student-reporting/units-of-study/**' }, answering(answers)).plan;
  const ids = new Set(casesOf(plan).map((one) => one.planned.id));
  for (const id of ['delete/lifecycle/lifecycle.gone', 'update/lifecycle/lifecycle.update-after-delete']) {
    expect(find(`units-of-study/${id}`), id).toBeDefined();
    expect(ids.has(`student-reporting/units-of-study/${id}`), id).toBe(false);
  }
});

describe('a record to which only deleted ones referred', () => {
  const id = 'campuses/delete/lifecycle/lifecycle.referred-no-more';

  test('can be deleted', () => {
    expect(stepsOf(find(id))).toEqual(expect.arrayContaining(['create', 'referring', 'gone', 'delete']));
  });

  test('may be held by those of which something stays once they are deleted', () => {
    const referring = project.contracts
      .flatMap((c) => c.endpoints)
      .find(({ endpoint }) => endpoint === 'courses-on-campus');
    const operations = referring?.operations.map((one) =>
      one.kind === 'delete' ? { ...one, leaves: { at: '/state', is: 'DELETED' } } : one,
    );
    const marking = finder('courses-on-campus', { ...omitUndefined({ operations }) });
    expect(marking(id)).toBeUndefined();
    expect(marking(id.replace('no-more', 'to'))).toBeDefined();
  });
});

test('what removes the parts of a record is tried on one that has them: nobody says what comes of it where there are none', () => {
  const { plan } = planned({ services: ['partner-onboarding'] }, target);
  const setups = plan.groups.filter(({ operation }) => operation === 'delete-channels').flatMap(({ setup }) => setup);
  const made = setups.filter(({ name }) => name === 'partners').map(({ request }) => JSON.stringify(request.body));
  expect(made.length).toBeGreaterThan(0);
  const others = plan.groups.filter(({ operation }) => operation === 'read').flatMap(({ setup }) => setup);
  expect(made.filter((body) => !body.includes('"channels"'))).toEqual([]);
  expect(others.filter(({ request }) => JSON.stringify(request).includes('"channels"'))).toEqual([]);
});
