import { date, reference, text } from '../../model/field.ts';
import { notBefore } from '../rules/dates.ts';
import { asArray, everyAction, type Family } from './family.ts';

/** Courses on campus: that they have TAC offers, also within their own POST, is said in student-reporting sections 2 and 4. */
export const coursesOnCampus: Family = {
  name: 'courses-on-campus',
  path: '/courses-on-campus',
  singular: 'course_on_campus',
  uid: 'courses_on_campus_uid',
  suffix: 'CRSCAM',
  actions: everyAction,
  form: asArray,
  fields: [
    reference('courses_uid', 'courses', { required: true }),
    reference('campuses_uid', 'campuses', { required: true }),
    text('cricos_code', 'E597', 7),
    date('course_on_campus_effective_from_date', 'E609', { required: true }),
    date('course_on_campus_effective_to_date', 'E610'),
  ],
  nested: { courses_on_campus_tac_offers: 'courses-on-campus-tac-offers' },
  unique: [
    {
      fields: ['courses_uid', 'campuses_uid', 'course_on_campus_effective_from_date'],
      within: 'organisation',
      names: 'course_on_campus_effective_from_date',
      digits: '10088',
    },
  ],
  rules: [notBefore('course_on_campus_effective_to_date', 'course_on_campus_effective_from_date')],
};
