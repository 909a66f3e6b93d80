import { compareVersions } from '../../model/version.ts';
import type { Rule } from '../families/family.ts';

/**
 * From 3.0.8 the census date is part of the identity of an enrolment: to change it, delete and create
 * (assumed; student-reporting section 9 says only that 3.0.8 changes unit enrolments).
 */
export const censusDateIsFixed: Rule = {
  name: 'fixed',
  field: 'unit_of_study_census_date',
  digits: '10365',
  text: 'cannot be changed; delete the enrolment and create it anew',
  isBroken: ({ purpose, changes }, { version }) =>
    purpose === 'update' && compareVersions(version, '3.0.8') >= 0 && changes('unit_of_study_census_date'),
};
