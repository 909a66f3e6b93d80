import { beforeEach, describe, expect, it } from 'vitest';
import { Bench, fresh, gateway, item, only, student, today, tomorrow, uidOf } from './support.ts';

let bench: Bench;

beforeEach(async () => {
  bench = await Bench.open();
});

const newStudent = async (extra?: Record<string, unknown>): Promise<number> =>
  uidOf(await bench.post('/students', [item('student', student(extra))]), 'students_uid');

describe('students', () => {
  it('are created, read, listed, changed and deleted', async () => {
    const created = await bench.post('/students', [
      item('student', student({ tfn: '123456789', usi: 'ABCDEFGH12' }), 'one'),
    ]);
    expect(created.status).toBe(201);
    expect(only(created).correlation_id).toBe('one');
    const uid = uidOf(created, 'students_uid');
    expect(created.headers.get('location')).toBe(`/students/${String(uid)}`);

    const read = await bench.get(`/students/${String(uid)}`);
    expect(read.status).toBe(200);
    const { student: record } = only(read).result as { student: Record<string, unknown> };
    expect(record).toMatchObject({ students_uid: uid, usi: 'ABCDEFGH12', student_types: ['HEP'] });
    expect(record).not.toHaveProperty('tfn');
    expect(record).not.toHaveProperty('atsi_code');

    const changed = await bench.patch(
      `/students/${String(uid)}`,
      item('student', { student_given_name_first: 'Kim', usi: null }),
    );
    expect(changed.status).toBe(200);
    const again = only(await bench.get(`/students/${String(uid)}`)).result['student'] as Record<string, unknown>;
    expect(again).toMatchObject({ student_given_name_first: 'Kim', student_family_name: 'Nguyen' });
    expect(again).not.toHaveProperty('usi');

    expect((await bench.delete(`/students/${String(uid)}`)).body).toEqual({
      success: true,
      result: { students_uid: uid },
    });
    expect((await bench.get(`/students/${String(uid)}`)).status).toBe(404);
    expect((await bench.delete(`/students/${String(uid)}`)).status).toBe(404);
    expect((await bench.get('/students')).body).toEqual({ success: true, result: [] });
  });

  it('report all value faults of an item together and store the other items', async () => {
    const bad = student({ student_identification_code: 'not alnum!', gender_code: 'Q', date_of_birth: '2001-02-30' });
    const answer = await bench.post('/students', [item('student', bad, 'bad'), item('student', student(), 'good')]);
    expect(answer.status).toBe(201);
    const [first, second] = answer.body as [ReturnType<typeof only>, ReturnType<typeof only>];
    expect(first).toMatchObject({ success: false, correlation_id: 'bad' });
    const described = first.result.errors?.map(({ error_description: text }) => text).join('\n');
    expect(described).toMatch(/student_identification_code \(E313\)/);
    expect(described).toMatch(/gender_code \(E315\)/);
    expect(described).toMatch(/date_of_birth \(E314\)/);
    for (const { error_identifier: id } of first.result.errors ?? []) expect(id).toMatch(/^\d{5}STUDNT$/);
    expect(second).toMatchObject({ success: true, correlation_id: 'good' });
    expect((only(await bench.get('/students')).result as unknown as unknown[]).length).toBe(1);
  });

  it('answer 200 when no item is stored', async () => {
    const answer = await bench.post('/students', [item('student', student({ gender_code: 'Q' }))]);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('location')).toBeNull();
  });

  it('refuse a second student of one identification code', async () => {
    const fields = student();
    await newStudent(fields);
    const { result } = only(await bench.post('/students', [item('student', { ...student(), ...fields })]));
    expect(result.errors).toMatchObject([{ error_identifier: '10045STUDNT' }]);
  });

  it('have warnings for what is not verified in real time', async () => {
    const fields = student({ tfn: '123456789', chessn: '1234567890', residential_address_postcode: '2000' });
    const { success, messages } = only(await bench.post('/students', [item('student', fields)]));
    expect(success).toBe(true);
    expect(messages?.map(({ severity }) => severity)).toEqual(['warning', 'warning', 'warning']);
    expect(messages?.map(({ detail }) => detail).join()).toMatch(/tfn.*chessn.*residential_address/);
  });

  it('have a warning for a field of the other type, and none when of both types', async () => {
    const other = only(await bench.post('/students', [item('student', student({ year_left_school: '2019' }))]));
    expect(other.messages?.map(({ detail }) => detail)).toEqual([expect.stringContaining('year_left_school')]);
    const fields = student({ student_types: ['HEP', 'VET'], year_left_school: '2019', term_address_postcode: '2600' });
    const both = only(await bench.post('/students', [item('student', fields)]));
    expect(both).toMatchObject({ success: true });
    expect(both.messages).toBeUndefined();
  });

  it('take citizenships and disabilities along, and refuse the whole when one is refused', async () => {
    const nested = {
      citizenships: [item('citizenship', { citizen_resident_code: '1' }, 'z')],
      disabilities: [item('disability', { disability_code: '11' })],
    };
    const { result } = only(await bench.post('/students', [item('student', student(nested))]));
    expect(result['citizenships']).toEqual([{ correlation_id: 'z', citizenships_uid: expect.any(Number) as number }]);
    const uid = String(result['students_uid']);
    expect((await bench.get(`/students/${uid}/citizenships`)).body).toMatchObject({
      result: [{ citizenship: { citizen_resident_code: '1' } }],
    });
    const refused = only(
      await bench.post('/students', [
        item('student', student({ citizenships: [item('citizenship', { citizen_resident_code: '9' })] })),
      ]),
    );
    expect(refused.success).toBe(false);
    expect(refused.result.errors).toMatchObject([{ error_identifier: '10551CITZEN' }]);
  });

  it('keep a student that others refer to', async () => {
    const uid = await newStudent();
    uidOf(await bench.post('/loans', [item('loan', { students_uid: uid, student_status_code: '201' })]), 'loans_uid');
    expect(only(await bench.delete(`/students/${String(uid)}`)).success).toBe(false);
    expect((await bench.get(`/students/${String(uid)}`)).status).toBe(200);
  });
});

describe('shape', () => {
  it.each([
    ['an object for an array', item('student', {}), ''],
    ['an empty array', [], ''],
    ['an item that is no object', [7], '/0'],
    ['an unknown member of the envelope', [{ ...item('student', student()), x: 1 }], '/0/x'],
    ['an unknown field', [item('student', student({ 'a/b': 1 }))], '/0/student/a~1b'],
    ['a field of the wrong type', [item('student', student({ gender_code: 1 }))], '/0/student/gender_code'],
    [
      'an entry of the wrong type',
      [item('student', student({ student_types: ['HEP', 1] }))],
      '/0/student/student_types/1',
    ],
    ['a missing correlation_id', [{ student: student() }], '/0/correlation_id'],
    ['a correlation_id with spaces', [item('student', student(), ' a')], '/0/correlation_id'],
    ['a correlation_id of 65 characters', [item('student', student(), 'a'.repeat(65))], '/0/correlation_id'],
    ['a missing singular', [{ correlation_id: 'a' }], '/0/student'],
    [
      'a nested correlation_id with spaces',
      [item('student', student({ citizenships: [item('citizenship', { citizen_resident_code: '1' }, 'a ')] }))],
      '/0/student/citizenships/0/correlation_id',
    ],
  ])('%s is refused with 400', async (_, body, pointer) => {
    const answer = await bench.post('/students', body);
    expect(answer.status).toBe(400);
    expect(gateway(answer)[0]?.source?.pointer).toBe(pointer);
    expect((await bench.get('/students')).body).toMatchObject({ result: [] });
  });

  it('duplicate names, bad JSON, a wrong media type and a long body are refused', async () => {
    const duplicate = await bench.call('POST', '/students', {
      raw: '[{"correlation_id":"a","student":{"x":1,"\\u0078":2}}]',
    });
    expect(duplicate.status).toBe(400);
    expect(gateway(duplicate)[0]).toMatchObject({ code: 'duplicate_name', source: { pointer: '/0/student/x' } });
    expect((await bench.call('POST', '/students', { raw: '[' })).status).toBe(400);
    expect((await bench.call('POST', '/students', { raw: new Uint8Array([0x22, 0xff, 0x22]) })).status).toBe(400);
    expect(
      (await bench.call('POST', '/students', { raw: '[]', headers: { 'content-type': 'text/plain' } })).status,
    ).toBe(415);
    expect((await bench.call('POST', '/students', { raw: `"${'x'.repeat(1024 * 1024)}"` })).status).toBe(413);
    expect((await bench.call('GET', '/students', { headers: { accept: 'text/html' } })).status).toBe(406);
  });

  it('paths, methods and tokens are judged in that order', async () => {
    const none = { headers: { 'access-token': undefined } };
    expect((await bench.call('GET', '/nowhere', none)).status).toBe(404);
    expect((await bench.call('GET', '/students/', none)).status).toBe(404);
    const method = await bench.call('PUT', '/students', none);
    expect(method.status).toBe(405);
    expect(method.headers.get('allow')).toBe('POST, GET, HEAD, OPTIONS');
    const token = await bench.call('POST', '/students', { ...none, raw: '[' });
    expect(token.status).toBe(401);
    expect(token.headers.get('www-authenticate')).toBe('Bearer realm="student-reporting"');
    const bad = await bench.call('GET', '/students', { headers: { 'access-token': 'a.b.c' } });
    expect(bad.headers.get('www-authenticate')).toContain('error="invalid_token"');
    const options = await bench.call('OPTIONS', '/students/1', none);
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, PATCH, DELETE, HEAD, OPTIONS']);
  });
});

describe('citizenships', () => {
  it.each([
    ['today', today, true],
    ['tomorrow', tomorrow, false],
    ['no date', undefined, true],
    ['a date before birth', '2001-05-05', false],
  ])('%s', async (_, date, accepted) => {
    const uid = String(await newStudent());
    const fields = {
      citizen_resident_code: '1',
      ...(date === undefined ? {} : { citizenship_effective_from_date: date }),
    };
    const { success } = only(await bench.post(`/students/${uid}/citizenships`, item('citizenship', fields)));
    expect(success).toBe(accepted);
  });

  it('stand in the order of their dates', async () => {
    const uid = String(await newStudent());
    const post = async (date: string): Promise<boolean> =>
      only(
        await bench.post(
          `/students/${uid}/citizenships`,
          item('citizenship', { citizen_resident_code: '1', citizenship_effective_from_date: date }),
        ),
      ).success;
    expect([
      await post('2020-01-02'),
      await post('2020-01-02'),
      await post('2020-01-01'),
      await post('2020-01-03'),
    ]).toEqual([true, false, false, true]);
  });

  it('are found below their own student only', async () => {
    const [one, two] = [String(await newStudent()), String(await newStudent())];
    const uid = String(
      uidOf(
        await bench.post(`/students/${one}/citizenships`, item('citizenship', { citizen_resident_code: '1' })),
        'citizenships_uid',
      ),
    );
    expect((await bench.get(`/students/${one}/citizenships/${uid}`)).status).toBe(200);
    expect((await bench.get(`/students/${two}/citizenships/${uid}`)).status).toBe(404);
  });
});

describe('single records and sums', () => {
  it('a student has one first reported address', async () => {
    const uid = String(await newStudent());
    const path = `/students/${uid}/first-reported-address`;
    const fields = {
      first_reported_address_street: '1 High St',
      first_reported_address_suburb: 'Ainslie',
      first_reported_address_country_code: '1100',
    };
    expect((await bench.get(path)).status).toBe(404);
    const created = await bench.post(path, item('first_reported_address', fields));
    expect([created.status, created.headers.get('location')]).toEqual([201, path]);
    expect(only(await bench.post(path, item('first_reported_address', fields))).success).toBe(false);
    expect(
      (await bench.patch(path, item('first_reported_address', { first_reported_address_state: 'ACT' }))).status,
    ).toBe(200);
    expect((await bench.get(path)).body).toMatchObject({
      result: { first_reported_address: { ...fields, first_reported_address_state: 'ACT' } },
    });
    expect((await bench.delete(path)).status).toBe(200);
    expect((await bench.get(path)).status).toBe(404);
  });

  it('the HELP balance is the sum of the loans', async () => {
    const uid = await newStudent();
    const balance = async (): Promise<unknown> =>
      only(await bench.get(`/students/${String(uid)}/help-balance`)).result['help_balance'];
    expect(await balance()).toEqual({ students_uid: uid, help_balance_amount: 0, help_balance_as_at_date: today });
    const loan = (amount: number): Record<string, unknown> =>
      item('loan', { students_uid: uid, student_status_code: '201', help_loan_amount: amount });
    await bench.post('/loans', [loan(0.1), loan(0.2)]);
    expect(await balance()).toMatchObject({ help_balance_amount: 0.3 });
  });
});

describe('versions', () => {
  const onCampus = async (): Promise<string> => {
    const course = uidOf(
      await bench.post('/courses', [
        item('course', { course_code: fresh('C'), course_name: 'Law', course_effective_from_date: '2020-01-01' }),
      ]),
      'courses_uid',
    );
    const campus = uidOf(
      await bench.post(
        '/campuses',
        item('campus', {
          delivery_location_code: fresh('P'),
          delivery_location_suburb: 'Exampleton',
          campus_effective_from_date: '2020-01-01',
        }),
      ),
      'campuses_uid',
    );
    const fields = {
      courses_uid: course,
      campuses_uid: campus,
      course_on_campus_effective_from_date: '2020-01-01',
      courses_on_campus_tac_offers: [
        item('courses_on_campus_tac_offer', { tac_offer_code: 'Q' }),
        item('courses_on_campus_tac_offer', { tac_offer_code: 'S' }),
      ],
    };
    return String(
      uidOf(await bench.post('/courses-on-campus', [item('course_on_campus', fields)]), 'courses_on_campus_uid'),
    );
  };

  it.each([
    ['2.1.05', 201, 400],
    ['2.1.06', 400, 201],
    ['3.0.8', 400, 201],
    ['4.0.1', 400, 201],
  ])('%s takes the TAC offer in its own form', async (spec, array, object) => {
    bench = await Bench.open('student-reporting', spec);
    const path = `/courses-on-campus/${await onCampus()}/courses-on-campus-tac-offers`;
    const offer = (code: string): Record<string, unknown> =>
      item('courses_on_campus_tac_offer', { tac_offer_code: code });
    expect((await bench.post(path, [offer('T')])).status).toBe(array);
    expect((await bench.post(path, offer('U'))).status).toBe(object);
    expect((await bench.call('PATCH', `${path}/1`, { body: {} })).status).toBe(405);
    expect((only(await bench.get(path)).result as unknown as unknown[]).length).toBe(3);
  });

  it.each([
    ['2.1.06', false],
    ['3.0.8', true],
  ])('%s and the changes of 3.0.8', async (spec, isNew) => {
    bench = await Bench.open('student-reporting', spec);
    const dated = {
      unit_of_study_code: fresh('U'),
      discipline_code: '010101',
      unit_of_study_effective_from_date: '2020-01-01',
    };
    expect((await bench.post('/units-of-study', [item('unit_of_study', dated)])).status).toBe(isNew ? 201 : 400);
    const plain = await bench.post('/units-of-study', [
      item(
        'unit_of_study',
        isNew
          ? { ...dated, unit_of_study_code: fresh('U') }
          : { unit_of_study_code: fresh('U'), discipline_code: '010101' },
      ),
    ]);
    const student = await newStudent();
    const enrolment = {
      students_uid: student,
      units_of_study_uid: uidOf(plain, 'units_of_study_uid'),
      unit_of_study_census_date: '2026-03-31',
      mode_of_attendance_code: '1',
    };
    const uid = String(
      uidOf(await bench.post('/unit-enrolments', [item('unit_enrolment', enrolment)]), 'unit_enrolments_uid'),
    );
    const moved = only(
      await bench.patch(`/unit-enrolments/${uid}`, item('unit_enrolment', { unit_of_study_census_date: '2026-04-30' })),
    );
    expect(moved.success).toBe(!isNew);
    await bench.post('/loans', [item('loan', { students_uid: student, student_status_code: '201' })]);
    const [loan] = only(await bench.get(`/students/${String(student)}/loans`)).result as unknown as {
      loan: Record<string, unknown>;
    }[];
    expect(loan?.loan['loan_status_code']).toBe(isNew ? 'ACCEPTED' : undefined);
  });
});

it('keeps organisations apart', async () => {
  const uid = String(await newStudent());
  expect((await bench.get(`/students/${uid}`, {}, 'device-3')).status).toBe(404);
  expect((await bench.get('/students', {}, 'device-3')).body).toMatchObject({ result: [] });
});

it('reads but does not write while degraded', async () => {
  bench.world.setMaintenance(true);
  const write = await bench.post('/students', [item('student', student())]);
  expect([write.status, write.headers.get('retry-after')]).toEqual([503, '120']);
  expect((await bench.get('/students')).status).toBe(200);
  bench.world.setMaintenance(false);
  expect((await bench.post('/students', [item('student', student())])).status).toBe(201);
});

it('forgets everything when cleared, and uses no uid twice', async () => {
  const before = await newStudent();
  bench.world.clear();
  expect((await bench.get(`/students/${String(before)}`)).status).toBe(404);
  expect(await newStudent()).toBeGreaterThan(before);
});
