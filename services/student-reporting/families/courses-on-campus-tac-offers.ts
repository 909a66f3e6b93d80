import { code } from '../../model/field.ts';
import { compareVersions } from '../../model/version.ts';
import type { Family, Form } from './family.ts';

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
