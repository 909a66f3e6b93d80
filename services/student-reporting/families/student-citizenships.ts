import { code, date } from '../../model/field.ts';
import { citizenshipRules } from '../rules/citizenship.ts';
import { asObject, everyAction, type Family } from './family.ts';

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
