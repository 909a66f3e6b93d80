import { yearsBefore } from '../../model/calendar.ts';
import type { FaultId } from '../../faults/switches.ts';
import type { Draft, Scene, Warning, WarningRule } from '../families/family.ts';
import { isLater } from './dates.ts';

/** What student-reporting section 7 says is not verified in real time: TFN, CHESSN and address details. */
export const unverified: readonly {
  readonly names: string;
  readonly digits: string;
  readonly fields: readonly string[];
  readonly withoutWarning: FaultId;
}[] = [
  {
    names: 'tfn',
    digits: '10901',
    fields: ['tfn'],
    withoutWarning: 'student-reporting.known-issue.tfn-warning-missing',
  },
  {
    names: 'chessn',
    digits: '10902',
    fields: ['chessn'],
    withoutWarning: 'student-reporting.known-issue.chessn-warning-missing',
  },
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
    withoutWarning: 'student-reporting.known-issue.address-warning-missing',
  },
];

/** Fields that only a student of one type has (student-reporting section 1 distinguishes the types; the fields are assumed). */
export const typeSpecific: readonly (readonly [field: string, type: 'HEP' | 'VET'])[] = [
  ['term_address_postcode', 'HEP'],
  ['term_address_country_code', 'HEP'],
  ['year_left_school', 'VET'],
  ['level_left_school', 'VET'],
];

export function isOfType({ values }: Draft, type: string): boolean {
  const types = values['student_types'];
  return Array.isArray(types) && types.includes(type);
}

/** Under a fault, everything there is to warn of. */
const everyWarning: readonly Warning[] = [
  ...unverified.map(({ names, digits }) => ({
    digits,
    field: names,
    text: 'verification is not completed in real time',
  })),
  ...typeSpecific.map(([field, type]) => ({ digits: '10904', field, text: `applies to ${type} students only` })),
];

export const studentWarnings: WarningRule = (draft, scene) =>
  scene.on('student-reporting.warnings.unasked')
    ? everyWarning
    : [...verificationWarnings(draft, scene), ...typeWarnings(draft, scene), ...ageWarnings(draft, scene)];

function verificationWarnings({ purpose, gives }: Draft, { on }: Scene): Warning[] {
  // Section 7 speaks of the POST alone.
  if (purpose !== 'create') return [];
  return unverified
    .filter(({ fields, withoutWarning }) => fields.some(gives) && !on(withoutWarning))
    .map(({ names, digits }) => ({ digits, field: names, text: 'verification is not completed in real time' }));
}

function typeWarnings(draft: Draft, { on }: Scene): Warning[] {
  const ofBothTypes = isOfType(draft, 'HEP') && isOfType(draft, 'VET');
  const warnsBoth = ofBothTypes && on('student-reporting.known-issue.both-types-warned');
  if (on('student-reporting.warnings.type-specific-missing')) return [];
  return typeSpecific
    .filter(([field, type]) => draft.gives(field) && (warnsBoth || !isOfType(draft, type)))
    .map(([field, type]) => ({ digits: '10904', field, text: `applies to ${type} students only` }));
}

function ageWarnings({ values, gives }: Draft, { today, on }: Scene): Warning[] {
  const isOld = gives('date_of_birth') && isLater(yearsBefore(today, 100), values['date_of_birth']);
  if (!isOld || on('student-reporting.warnings.age-missing')) return [];
  return [{ digits: '10206', field: 'date_of_birth', text: 'is more than 100 years ago' }];
}
