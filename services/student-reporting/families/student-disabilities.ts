import { code, date } from '../../model/field.ts';
import { notBefore, notInFuture } from '../rules/dates.ts';
import { asArray, everyAction, type Family } from './family.ts';
import { disabilityCodes } from './reference-data.ts';

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
