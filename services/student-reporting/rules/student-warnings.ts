import { yearsBefore } from '../../model/calendar.ts';
import type { Draft, Scene, Warning, WarningRule } from '../families/family.ts';
import { isLater } from './dates.ts';

/** What student-reporting section 7 says is not verified in real time: TFN, CHESSN and address details. */
export const unverified: readonly {
  readonly names: string;
  readonly digits: string;
  readonly fields: readonly string[];
}[] = [
  { names: 'tfn', digits: '10901', fields: ['tfn'] },
  { names: 'chessn', digits: '10902', fields: ['chessn'] },
  {
    names: 'residential_address',
    digits: '10903',
    fields: [
      'residential_address_street',
      'residential_address_suburb',
      'residential_address_state',
      'residential_address_country_code',
      'residential_address_postcode',
    ],
  },
];

/** Fields that only a student of one type has (student-reporting section 1 distinguishes the types; the fields are assumed). */
export const typeSpecific: readonly (readonly [field: string, type: 'HEP' | 'VET'])[] = [
  ['term_address_postcode', 'HEP'],
  ['term_address_country_code', 'HEP'],
  ['year_left_school', 'VET'],
  ['level_left_school', 'VET'],
];

export const ageDigits = '10206';
export const typeDigits = '10904';

export function isOfType({ values }: Draft, type: string): boolean {
  const types = values['student_types'];
  return Array.isArray(types) && types.includes(type);
}

export const verificationWarning = ({ names, digits }: (typeof unverified)[number]): Warning => ({
  digits,
  field: names,
  text: 'verification is not completed in real time',
});

export const typeWarning = ([field, type]: (typeof typeSpecific)[number]): Warning => ({
  digits: typeDigits,
  field,
  text: `applies to ${type} students only`,
});

export const studentWarnings: WarningRule = (draft, scene) => [
  ...verificationWarnings(draft),
  ...typeSpecific.filter(([field, type]) => draft.gives(field) && !isOfType(draft, type)).map(typeWarning),
  ...ageWarnings(draft, scene),
];

function verificationWarnings({ purpose, gives }: Draft): Warning[] {
  // Section 7 speaks of the POST alone.
  return purpose === 'create' ? unverified.filter(({ fields }) => fields.some(gives)).map(verificationWarning) : [];
}

function ageWarnings({ values, gives }: Draft, { today }: Scene): Warning[] {
  const isOld = gives('date_of_birth') && isLater(yearsBefore(today, 100), values['date_of_birth']);
  return isOld ? [{ digits: ageDigits, field: 'date_of_birth', text: 'is more than 100 years ago' }] : [];
}
