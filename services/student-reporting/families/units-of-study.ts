import { date, indicator, numerals, text } from '../../model/field.ts';
import { notBefore } from '../rules/dates.ts';
import { asArray, everyAction, type Family } from './family.ts';

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
