import { date, money, reference, type Field } from '../../model/field.ts';

/**
 * The HELP balance of a student: computed from the loans, so it is not a family of records but a view.
 * 3.0.8 changes it (student-reporting section 9), what it changes is assumed.
 */
export const helpBalance = {
  name: 'help-balance',
  path: '/students/{students_uid}/help-balance',
  singular: 'help_balance',
  fields: [
    reference('students_uid', 'students', { readOnly: true, required: true }),
    money('help_balance_amount', undefined, { readOnly: true, required: true }),
    date('help_balance_as_at_date', undefined, { readOnly: true, required: true, since: '3.0.8' }),
  ] satisfies readonly Field[],
} as const;
