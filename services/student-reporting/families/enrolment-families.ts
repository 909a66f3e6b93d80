/** Units of study, enrolments in them, loans, and the HELP balance. */
import { code, date, indicator, money, numerals, reference, text, type Field } from '../../model/field.ts';
import { compareVersions } from '../../model/version.ts';
import { notBefore } from '../rules.ts';
import { asArray, everyAction, type Family, type Rule } from './family.ts';
import { range, studentStatusCodes } from './reference-data.ts';

/**
 * From 3.0.8 the census date is part of the identity of an enrolment: to change it, delete and create
 * (assumed; student-reporting section 9 says only that 3.0.8 changes unit enrolments).
 */
const censusDateIsFixed: Rule = {
  name: 'fixed',
  field: 'unit_of_study_census_date',
  digits: '10365',
  text: 'cannot be changed; delete the enrolment and create it anew',
  isBroken: ({ purpose, changes }, { version }) =>
    purpose === 'update' && compareVersions(version, '3.0.8') >= 0 && changes('unit_of_study_census_date'),
};

/** Units of study; 3.0.8 changes them (student-reporting section 9), what it changes is assumed. */
export const unitsOfStudy: Family = {
  name: 'units-of-study',
  path: '/units-of-study',
  singular: 'unit_of_study',
  uid: 'units_of_study_uid',
  suffix: 'UNTSTD',
  actions: everyAction,
  form: asArray,
  fields: [
    text('unit_of_study_code', 'E354', 10, { required: true }),
    numerals('discipline_code', 'E464', 6, { required: true }),
    indicator('unit_of_study_year_long_indicator', 'E622'),
    date('unit_of_study_effective_from_date', 'E609', { required: true, since: '3.0.8' }),
    date('unit_of_study_effective_to_date', 'E610', { since: '3.0.8' }),
  ],
  unique: [{ fields: ['unit_of_study_code'], within: 'organisation', names: 'unit_of_study_code', digits: '19010' }],
  rules: [notBefore('unit_of_study_effective_to_date', 'unit_of_study_effective_from_date')],
};

/**
 * Unit enrolments, listed in bulk with enforced pagination (student-reporting section 4);
 * 3.0.8 changes them (section 9), what it changes is assumed.
 */
export const unitEnrolments: Family = {
  name: 'unit-enrolments',
  path: '/unit-enrolments',
  listedBelow: { path: '/students/{students_uid}/unit-enrolments', field: 'students_uid' },
  singular: 'unit_enrolment',
  uid: 'unit_enrolments_uid',
  suffix: 'UNTENR',
  actions: everyAction,
  form: asArray,
  fields: [
    reference('students_uid', 'students', { required: true, digits: { reference: '10054' } }),
    reference('units_of_study_uid', 'units-of-study', { required: true }),
    reference('campuses_uid', 'campuses'),
    date('unit_of_study_census_date', 'E489', { required: true }),
    date('unit_of_study_commencement_date', 'E600'),
    code('mode_of_attendance_code', 'E329', range(1, 7), { required: true }),
    code('student_status_code', 'E490', studentStatusCodes),
    money('eftsl', 'E339'),
    money('amount_charged', 'E384'),
    money('amount_paid_upfront', 'E381'),
    money('loan_fee', 'E529'),
    money('help_loan_amount', 'E558'),
    code('unit_of_study_status_code', 'E355', range(1, 6)),
    indicator('course_assurance_indicator', 'E619', { since: '3.0.8' }),
    code('recognition_of_prior_learning_code', 'E577', ['1', '2'], { since: '3.0.8' }),
  ],
  unique: [
    {
      fields: ['students_uid', 'units_of_study_uid', 'unit_of_study_census_date'],
      within: 'organisation',
      names: 'unit_of_study_census_date',
      digits: '10364',
    },
  ],
  rules: [censusDateIsFixed],
  paging: { isEnforced: true, maxSize: 200 },
};

/** Loans; 3.0.8 changes them (student-reporting section 9), what it changes is assumed. */
export const loans: Family = {
  name: 'loans',
  path: '/loans',
  listedBelow: { path: '/students/{students_uid}/loans', field: 'students_uid' },
  singular: 'loan',
  uid: 'loans_uid',
  suffix: 'LOANSS',
  actions: everyAction,
  form: asArray,
  fields: [
    reference('students_uid', 'students', { required: true, digits: { reference: '10054' } }),
    code('student_status_code', 'E490', studentStatusCodes, { required: true }),
    money('amount_charged', 'E384'),
    money('amount_paid_upfront', 'E381'),
    money('loan_fee', 'E529'),
    money('help_loan_amount', 'E558'),
    code('loan_status_code', 'A130', ['ACCEPTED'], { readOnly: true, since: '3.0.8' }),
  ],
  initial: { loan_status_code: 'ACCEPTED' },
};

/**
 * The HELP balance of a student: computed from the loans, so it is not a family of records but a view.
 * 3.0.8 changes it (student-reporting section 9), what it changes is assumed.
 */
export const helpBalance = {
  name: 'help-balance',
  path: '/students/{students_uid}/help-balance',
  singular: 'help_balance',
  fields: [
    reference('students_uid', 'students', { readOnly: true, required: true }),
    money('help_balance_amount', undefined, { readOnly: true, required: true }),
    date('help_balance_as_at_date', undefined, { readOnly: true, required: true, since: '3.0.8' }),
  ] satisfies readonly Field[],
} as const;
