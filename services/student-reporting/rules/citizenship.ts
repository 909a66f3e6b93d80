import type { Rule } from '../families/family.ts';
import { isLater } from './dates.ts';

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
