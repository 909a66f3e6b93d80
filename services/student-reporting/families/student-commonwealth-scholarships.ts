import { code, money, numerals, text } from '../../model/field.ts';
import { asObject, everyAction, type Family } from './family.ts';

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
