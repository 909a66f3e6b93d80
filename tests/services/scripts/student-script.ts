import type { Recorder } from './recorder.ts';
import { familyOf, Stage, uidIn, type Fields } from './stage.ts';

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
