import { indicator, money, numerals, text } from '../../model/field.ts';
import { asArray, everyAction, type Family } from './family.ts';

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
