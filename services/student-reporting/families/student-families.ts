/** Students, and the families of records below a student. */
import { code, codes, date, money, numerals, text } from '../../model/field.ts';
import { citizenshipRules, notBefore, notInFuture, studentWarnings } from '../rules.ts';
import { asArray, asObject, everyAction, type Family } from './family.ts';
import { disabilityCodes, languageCodes } from './reference-data.ts';

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

/** Citizenships: the optional date E609 is named in student-reporting section 2. */
export const studentCitizenships: Family = {
  name: 'student-citizenships',
  path: '/students/{students_uid}/citizenships',
  parent: 'students',
  singular: 'citizenship',
  uid: 'citizenships_uid',
  suffix: 'CITZEN',
  actions: everyAction,
  form: asObject,
  fields: [
    code('citizen_resident_code', 'E358', ['1', '2', '3', '4', '5', '8', 'P'], {
      required: true,
      digits: { 'code-list': '10551' },
    }),
    date('citizenship_effective_from_date', 'E609'),
  ],
  rules: citizenshipRules,
};

/** Disabilities: the code drawn from reference data is named in student-reporting section 2. */
export const studentDisabilities: Family = {
  name: 'student-disabilities',
  path: '/students/{students_uid}/disabilities',
  parent: 'students',
  singular: 'disability',
  uid: 'disabilities_uid',
  suffix: 'DISABL',
  actions: everyAction,
  form: asArray,
  fields: [
    code('disability_code', 'E615', disabilityCodes, { required: true, digits: { 'code-list': '10546' } }),
    date('disability_effective_from_date', 'E609'),
    date('disability_effective_to_date', 'E610'),
  ],
  rules: [
    notInFuture('disability_effective_from_date', '10827'),
    notBefore('disability_effective_to_date', 'disability_effective_from_date', '10590'),
  ],
};

/** The first reported address: one per student (the family is named in student-reporting section 1). */
export const studentFirstReportedAddress: Family = {
  name: 'student-first-reported-address',
  path: '/students/{students_uid}/first-reported-address',
  parent: 'students',
  isSingle: true,
  singular: 'first_reported_address',
  uid: 'first_reported_addresses_uid',
  suffix: 'FRADDR',
  actions: ['create', 'read', 'update', 'delete'],
  form: asObject,
  fields: [
    text('first_reported_address_street', 'E787', 255, { required: true }),
    text('first_reported_address_suburb', 'E789', 48, { required: true }),
    text('first_reported_address_state', 'E791', 3),
    numerals('first_reported_address_country_code', 'E659', 4, { required: true }),
    numerals('first_reported_address_postcode', 'E790', 4),
  ],
  unique: [{ fields: [], within: 'parent', names: 'first_reported_address', digits: '19010' }],
};

/** Commonwealth scholarships (named in student-reporting section 1; their PATCH in section 7). */
export const studentCommonwealthScholarships: Family = {
  name: 'student-commonwealth-scholarships',
  path: '/students/{students_uid}/commonwealth-scholarships',
  parent: 'students',
  singular: 'commonwealth_scholarship',
  uid: 'commonwealth_scholarships_uid',
  suffix: 'SCHOLR',
  actions: everyAction,
  form: asObject,
  fields: [
    numerals('reporting_year', 'E415', 4, { required: true }),
    code('reporting_period', 'E666', ['1', '2'], { required: true }),
    code('commonwealth_scholarship_type_code', 'E545', ['A', 'B', 'C'], { required: true }),
    code('commonwealth_scholarship_status_code', 'E526', ['1', '2', '3', '7'], { required: true }),
    money('commonwealth_scholarship_amount', 'E598'),
    text('commonwealth_scholarship_termination_reason_code', 'E538', 1),
  ],
};
