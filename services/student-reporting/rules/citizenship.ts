import type { Rule } from '../families/family.ts';
import { isLater } from './dates.ts';

const field = 'citizenship_effective_from_date';

const day = 86_400_000;

function daysBefore(today: string, days: number): string {
  return new Date(Date.parse(today) - days * day).toISOString().slice(0, 10);
}

/** Rules of the effective-from date (student-reporting sections 2 and 7; the numbers are those of the public rules). */
export const citizenshipRules: readonly Rule[] = [
  {
    name: 'not-in-future',
    field,
    digits: '10241',
    text: 'must not be in the future',
    isBroken: ({ values, changes }, { today }) => changes(field) && isLater(values[field], today),
    strict: {
      name: 'recent',
      text: 'must be a week ago',
      isBroken: ({ values }, { today }) => isLater(values[field], daysBefore(today, 7)),
    },
  },
  {
    name: 'not-before-birth',
    field,
    digits: '10236',
    text: 'must not be before the date of birth of the student',
    isBroken: ({ values, changes, parent }) => changes(field) && isLater(parent['date_of_birth'], values[field]),
    strict: {
      name: 'birthday',
      text: 'must be after the date of birth of the student',
      isBroken: ({ values, parent }) => values[field] !== undefined && parent['date_of_birth'] === values[field],
    },
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
