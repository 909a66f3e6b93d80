import { yearsBefore, isCalendarDate } from '../model/calendar.ts';
import type { Draft, Scene, Warning, WarningRule, Rule } from './families/family.ts';

export function notInFuture(field: string, digits: string): Rule {
  return {
    name: 'not-in-future',
    field,
    digits,
    text: 'must not be in the future',
    isBroken: ({ values }, { today }) => isLater(values[field], today),
  };
}

export function notBefore(field: string, start: string, digits = '19006'): Rule {
  return {
    name: 'order',
    field,
    start,
    digits,
    text: `must not be before ${start}`,
    isBroken: ({ values }) => isLater(values[start], values[field]),
  };
}

/** False when either is no date: that is another rule's business. The texts of dates sort as the dates do. */
export function isLater(date: unknown, other: unknown): boolean {
  if (typeof date !== 'string' || typeof other !== 'string') return false;
  return date > other && isCalendarDate(date) && isCalendarDate(other);
}

const field = 'citizenship_effective_from_date';

/** Rules of the effective-from date (student-reporting sections 2 and 7; the numbers are those of the public rules). */
export const citizenshipRules: readonly Rule[] = [
  {
    name: 'not-in-future',
    field,
    digits: '10241',
    text: 'must not be in the future',
    isBroken: ({ values, changes }, { today }) => changes(field) && isLater(values[field], today),
  },
  {
    name: 'not-before-birth',
    field,
    digits: '10236',
    text: 'must not be before the date of birth of the student',
    isBroken: ({ values, changes, parent }) => changes(field) && isLater(parent['date_of_birth'], values[field]),
  },
  {
    name: 'after-existing',
    field,
    digits: '10248',
    text: 'must be after that of every citizenship already reported for the student',
    isBroken({ values, changes, siblings }) {
      const reported = values[field];
      if (!changes(field) || reported === undefined) return false;
      // A record without a date has no place in the order and is exempt.
      for (const sibling of siblings()) {
        const existing = sibling[field];
        if (existing !== undefined && !isLater(reported, existing)) return true;
      }
      return false;
    },
  },
];

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
