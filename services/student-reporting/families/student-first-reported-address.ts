import { numerals, text } from '../../model/field.ts';
import { asObject, type Family } from './family.ts';

/** The first reported address: one per student (the family is named in student-reporting section 1). */
export const studentFirstReportedAddress: Family = {
  name: 'student-first-reported-address',
  path: '/students/{students_uid}/first-reported-address',
  parent: 'students',
  isSingle: true,
  singular: 'first_reported_address',
  uid: 'first_reported_addresses_uid',
  suffix: 'FRADDR',
  actions: ['create', 'read', 'update', 'delete'],
  form: asObject,
  fields: [
    text('first_reported_address_street', 'E787', 255, { required: true }),
    text('first_reported_address_suburb', 'E789', 48, { required: true }),
    text('first_reported_address_state', 'E791', 3),
    numerals('first_reported_address_country_code', 'E659', 4, { required: true }),
    numerals('first_reported_address_postcode', 'E790', 4),
  ],
  unique: [{ fields: [], within: 'parent', names: 'first_reported_address', digits: '19010' }],
};
