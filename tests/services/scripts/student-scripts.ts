import type { Answer } from '../support.ts';
import type { Recorder } from './recorder.ts';
import { elsewhen, familyOf, listPath, Stage, uidIn, type Fields } from './stage.ts';

/** Pages of every size over a list with full and with broken last pages. */
export async function pagingScript(recorder: Recorder, name: string): Promise<void> {
  const family = familyOf(name);
  const stage = new Stage(recorder);
  const list = await listPath(stage, family);
  const count = family.paging?.isEnforced ? 405 : 5;
  const items: Fields[] = [];
  for (let index = 0; index < count; index += 1) {
    const date = new Date(Date.UTC(2030, 0, 1 + index)).toISOString().slice(0, 10);
    items.push(stage.item(family, { ...(await stage.fields(family, 'required')), ...elsewhen(family, date) }));
  }
  if (family.form(recorder.spec) === 'array') await recorder.call('POST', family.path, items);
  else for (const one of items) await recorder.call('POST', family.path, one);
  const get = (page?: string, size?: string): Promise<Answer> =>
    recorder.call('GET', list, undefined, {
      headers: { 'tcsi-pagination-page': page, 'tcsi-pagination-pagesize': size },
    });
  await get();
  await get();
  for (const [page, size] of [
    ['1', '2'],
    ['2', '2'],
    ['3', '2'],
    ['1'],
    ['2'],
    ['3'],
    ['4'],
    [undefined, '250'],
    ['1', '1000'],
    ['0'],
    ['1', '0'],
    ['x'],
    ['9', '200'],
  ]) {
    await get(page, size);
  }
}

/** Known issues of the students family that need bodies of their own. */
export async function studentScript(recorder: Recorder): Promise<void> {
  const stage = new Stage(recorder);
  const students = familyOf('students');
  const required = await stage.fields(students, 'required');
  const variants: Fields[] = [
    { tfn: '123456789' },
    { chessn: '1234567890' },
    { residential_address_suburb: 'Ainslie' },
    { language_spoken_at_home_code: '1201' },
    { language_spoken_at_home_code: '0000' },
    { year_left_school: '2019', term_address_postcode: '2600' },
    { student_types: ['HEP'], year_left_school: '2019' },
    { date_of_birth: '1901-01-01' },
    { gender_code: 'Q', atsi_code: '0' },
  ];
  let uid = 1;
  for (const extra of variants) {
    const answer = await stage.create(students, {
      ...required,
      student_identification_code: recorder.serial('V'),
      ...extra,
    });
    uid = uidIn(answer, students) ?? uid;
  }
  await recorder.call('GET', '/students');
  const bodies = [
    [
      {
        correlation_id: ' a ',
        student: {
          ...required,
          student_identification_code: 'SPACED',
          citizenships: [{ correlation_id: 'b', citizenship: { citizen_resident_code: '1' } }],
        },
      },
    ],
    [{ correlation_id: 'a'.repeat(65), student: required }],
    [{ student: { ...required, student_identification_code: 'NOID' } }],
    [],
    [{ correlation_id: 'c', student: { ...required, student_identification_code: 'UNKNOWN1', nickname: 'x' } }],
    [{ correlation_id: 'd', student: { ...required, student_identification_code: 'TYPE1', student_family_name: 7 } }],
  ];
  for (const body of bodies) await recorder.call('POST', '/students', body);
  for (const suffix of ['/citizenships', '/disabilities', '/help-balance', '/unit-enrolments', '/loans'])
    await recorder.call('GET', `/students/${String(uid)}${suffix}`);
  const other = uidIn(await stage.create(students, await stage.fields(students, 'required')), students) ?? 1;
  await recorder.call('POST', '/loans', [
    { correlation_id: 'l', loan: { students_uid: other, student_status_code: '201', help_loan_amount: 5.5 } },
  ]);
  for (const student of [uid, other]) {
    await recorder.call('GET', `/students/${String(student)}/help-balance`);
    await recorder.call('GET', `/students/${String(student)}/loans`);
  }
  await recorder.call('PATCH', `/students/${String(uid)}`, {
    correlation_id: 'p',
    student: { student_family_name: 'New' },
  });
}

/** TAC offers in both forms. */
export async function tacScript(recorder: Recorder): Promise<void> {
  const stage = new Stage(recorder);
  const family = familyOf('courses-on-campus-tac-offers');
  const path = await stage.path(family);
  const offer = (code: string): Fields => stage.item(family, { tac_offer_code: code });
  await recorder.call('POST', path, [offer('T'), offer('U')]);
  await recorder.call('POST', path, offer('Q'));
  await recorder.call('GET', path);
}
