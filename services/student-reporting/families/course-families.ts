/** Courses, campuses, and the courses on a campus with their TAC offers. */
import { code, date, indicator, money, numerals, reference, text } from '../../model/field.ts';
import { compareVersions } from '../../model/version.ts';
import { notBefore } from '../rules.ts';
import { asArray, asObject, everyAction, type Family, type Form } from './family.ts';
import { states } from './reference-data.ts';

export const courses: Family = {
  name: 'courses',
  path: '/courses',
  singular: 'course',
  uid: 'courses_uid',
  suffix: 'COURSE',
  actions: everyAction,
  form: asArray,
  fields: [
    text('course_code', 'E307', 10, { required: true }),
    text('course_name', 'E308', 210, { required: true }),
    money('course_of_study_load', 'E350'),
    money('standard_course_duration', 'E596'),
    date('course_effective_from_date', 'E609', { required: true }),
    date('course_effective_to_date', 'E610'),
  ],
  unique: [{ fields: ['course_code'], within: 'organisation', names: 'course_code', digits: '10198' }],
  rules: [notBefore('course_effective_to_date', 'course_effective_from_date')],
  paging: { isEnforced: false, maxSize: 1000 },
};

export const coursesOfStudy: Family = {
  name: 'courses-of-study',
  path: '/courses-of-study',
  singular: 'course_of_study',
  uid: 'courses_of_study_uid',
  suffix: 'CRSTDY',
  actions: everyAction,
  form: asArray,
  fields: [
    text('course_of_study_code', 'E533', 10, { required: true }),
    text('course_of_study_name', 'E394', 210, { required: true }),
    numerals('course_of_study_type_code', 'E310', 2),
    money('course_of_study_load', 'E350'),
    indicator('combined_course_of_study_indicator', 'E455'),
  ],
  unique: [
    { fields: ['course_of_study_code'], within: 'organisation', names: 'course_of_study_code', digits: '10410' },
  ],
};

export const campuses: Family = {
  name: 'campuses',
  path: '/campuses',
  singular: 'campus',
  uid: 'campuses_uid',
  suffix: 'CAMPUS',
  actions: everyAction,
  form: asObject,
  fields: [
    text('delivery_location_code', 'E625', 10, { required: true }),
    text('delivery_location_street_address', 'E627', 255),
    text('delivery_location_suburb', 'E678', 48, { required: true }),
    code('delivery_location_state', 'E630', states),
    numerals('delivery_location_country_code', 'E660', 4),
    numerals('delivery_location_postcode', 'E477', 4),
    date('campus_effective_from_date', 'E609', { required: true }),
    date('campus_effective_to_date', 'E610'),
  ],
  unique: [
    { fields: ['delivery_location_code'], within: 'organisation', names: 'delivery_location_code', digits: '10018' },
  ],
  rules: [notBefore('campus_effective_to_date', 'campus_effective_from_date')],
  paging: { isEnforced: false, maxSize: 1000 },
};

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

/**
 * TAC offers of a course on campus. The body of their POST was an array and became one object
 * (student-reporting sections 4 and 9); that 2.1.06 made the change is assumed.
 */
export const tacOfferForm = (version: string): Form => (compareVersions(version, '2.1.06') < 0 ? 'array' : 'object');

export const coursesOnCampusTacOffers: Family = {
  name: 'courses-on-campus-tac-offers',
  path: '/courses-on-campus/{courses_on_campus_uid}/courses-on-campus-tac-offers',
  parent: 'courses-on-campus',
  singular: 'courses_on_campus_tac_offer',
  uid: 'courses_on_campus_tac_offers_uid',
  suffix: 'TACOFR',
  actions: ['create', 'list', 'read', 'delete'],
  form: tacOfferForm,
  fields: [code('tac_offer_code', 'E557', ['Q', 'S', 'T', 'U', 'V'], { required: true })],
  unique: [{ fields: ['tac_offer_code'], within: 'parent', names: 'tac_offer_code', digits: '10992' }],
};
