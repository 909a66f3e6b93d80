import { code, codes, date, numerals, text } from '../../model/field.ts';
import { notInFuture } from '../rules/dates.ts';
import { studentWarnings } from '../rules/student-warnings.ts';
import { asArray, everyAction, type Family } from './family.ts';
import { languageCodes } from './reference-data.ts';

/** Students: the types HEP and VET, TFN, CHESSN, USI and residential address are named in student-reporting section 2. */
export const students: Family = {
  name: 'students',
  path: '/students',
  singular: 'student',
  uid: 'students_uid',
  suffix: 'STUDNT',
  actions: everyAction,
  form: asArray,
  fields: [
    text('student_identification_code', 'E313', 10, {
      required: true,
      pattern: /^[A-Za-z0-9]+$/,
      digits: { required: '10008', length: '10042', pattern: '10044' },
    }),
    codes('student_types', undefined, ['HEP', 'VET'], { required: true }),
    date('date_of_birth', 'E314', { required: true, digits: { required: '10046' } }),
    text('student_family_name', 'E402', 40, { required: true }),
    text('student_given_name_first', 'E403', 40),
    text('student_given_name_others', 'E404', 40),
    code('gender_code', 'E315', ['M', 'F', 'X'], { required: true }),
    code('atsi_code', 'E316', ['2', '3', '4', '5', '9']),
    numerals('country_of_birth_code', 'E346', 4),
    code('language_spoken_at_home_code', 'E348', languageCodes, { digits: { 'code-list': '10521' } }),
    text('residential_address_street', 'E410', 255),
    text('residential_address_suburb', 'E469', 48),
    text('residential_address_state', 'E470', 3),
    numerals('residential_address_country_code', 'E658', 4),
    numerals('residential_address_postcode', 'E320', 4),
    numerals('tfn', 'E416', 9, { writeOnly: true }),
    numerals('chessn', 'E488', 10),
    text('usi', 'E584', 10, { minLength: 10, pattern: /^[A-Z0-9]{10}$/ }),
    numerals('term_address_postcode', 'E319', 4),
    numerals('term_address_country_code', 'E661', 4),
    numerals('year_left_school', 'E572', 4),
    numerals('level_left_school', 'E612', 2),
  ],
  nested: { citizenships: 'student-citizenships', disabilities: 'student-disabilities' },
  unique: [
    {
      fields: ['student_identification_code'],
      within: 'organisation',
      names: 'student_identification_code',
      digits: '10045',
    },
  ],
  rules: [notInFuture('date_of_birth', '10204')],
  warnings: studentWarnings,
};
