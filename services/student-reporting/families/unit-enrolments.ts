import { code, date, indicator, money, reference } from '../../model/field.ts';
import { censusDateIsFixed } from '../rules/unit-enrolment.ts';
import { asArray, everyAction, type Family } from './family.ts';
import { range, studentStatusCodes } from './reference-data.ts';

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
