import { date, money, text } from '../../model/field.ts';
import { notBefore } from '../rules/dates.ts';
import { asArray, everyAction, type Family } from './family.ts';

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
