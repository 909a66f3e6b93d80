import { isCalendarDate } from '../../model/calendar.ts';
import type { Rule } from '../families/family.ts';

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
