import type { FaultId } from '../../faults/switches.ts';
import type { Rule } from '../families/family.ts';
import { disabilityCodes, languageCodes } from '../families/reference-data.ts';
import { isOfType, typeSpecific, unverified } from './student-warnings.ts';

// The refusals of the error table of student-reporting section 7 that were faults of the service: rules that
// are in force only while their fault is on, kept apart so that the families show the right behaviour.

const refusedUnder: Readonly<Record<string, FaultId>> = {
  tfn: 'student-reporting.known-issue.tfn-refused',
  chessn: 'student-reporting.known-issue.chessn-refused',
  residential_address: 'student-reporting.known-issue.address-refused',
};

const unverifiedIsRefused: readonly Rule[] = unverified.flatMap(({ names, digits, fields }) => {
  const underFault = refusedUnder[names];
  if (!underFault) return [];
  return {
    name: 'verified',
    field: names,
    digits,
    text: 'could not be verified',
    underFault,
    isBroken: ({ purpose, gives }) => purpose === 'create' && fields.some(gives),
  };
});

const typeSpecificIsRefused: readonly Rule[] = typeSpecific.flatMap(([field, type]): Rule[] => [
  {
    name: 'type',
    field,
    digits: '10404',
    text: `is not valid for a student of this type`,
    underFault: 'student-reporting.known-issue.both-types-refused',
    isBroken: (draft) => draft.gives(field) && isOfType(draft, 'HEP') && isOfType(draft, 'VET'),
  },
  {
    name: 'type',
    field,
    digits: '10404',
    text: `is not valid for a student of this type`,
    underFault: 'student-reporting.warnings.type-specific-refused',
    isBroken: (draft) => draft.gives(field) && !isOfType(draft, type),
  },
]);

/** Section 7: reference data was updated. A service that was not updated with it refuses what came last
 * (99 stands for no code in particular and is as old as the list). */
const newestLanguage = languageCodes.at(-1);
const newestDisability = disabilityCodes.at(-2);

export const studentIssues: readonly Rule[] = [
  ...unverifiedIsRefused,
  ...typeSpecificIsRefused,
  {
    name: 'code-list',
    field: 'language_spoken_at_home_code',
    digits: '10521',
    text: 'is not a valid code',
    underFault: 'student-reporting.known-issue.language-code-refused',
    isBroken: ({ values }) => values['language_spoken_at_home_code'] === newestLanguage,
  },
];

export const citizenshipIssues: readonly Rule[] = [
  {
    name: 'not-in-future',
    field: 'citizenship_effective_from_date',
    digits: '10241',
    text: 'must not be in the future',
    underFault: 'student-reporting.known-issue.citizenship-today-refused',
    isBroken: ({ values }, { today }) => values['citizenship_effective_from_date'] === today,
  },
  {
    name: 'required',
    field: 'citizenship_effective_from_date',
    digits: '10570',
    text: 'is required',
    underFault: 'student-reporting.known-issue.citizenship-date-required',
    isBroken: ({ values }) => values['citizenship_effective_from_date'] === undefined,
  },
];

export const disabilityIssues: readonly Rule[] = [
  {
    name: 'code-list',
    field: 'disability_code',
    digits: '10546',
    text: 'is not a valid code',
    underFault: 'student-reporting.known-issue.disability-code-refused',
    isBroken: ({ values }) => values['disability_code'] === newestDisability,
  },
];
