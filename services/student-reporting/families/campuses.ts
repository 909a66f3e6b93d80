import { code, date, numerals, text } from '../../model/field.ts';
import { notBefore } from '../rules/dates.ts';
import { asObject, everyAction, type Family } from './family.ts';
import { states } from './reference-data.ts';

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
