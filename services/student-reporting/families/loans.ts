import { code, money, reference } from '../../model/field.ts';
import { asArray, everyAction, type Family } from './family.ts';
import { studentStatusCodes } from './reference-data.ts';

/** Loans; 3.0.8 changes them (student-reporting section 9), what it changes is assumed. */
export const loans: Family = {
  name: 'loans',
  path: '/loans',
  listedBelow: { path: '/students/{students_uid}/loans', field: 'students_uid' },
  singular: 'loan',
  uid: 'loans_uid',
  suffix: 'LOANSS',
  actions: everyAction,
  form: asArray,
  fields: [
    reference('students_uid', 'students', { required: true, digits: { reference: '10054' } }),
    code('student_status_code', 'E490', studentStatusCodes, { required: true }),
    money('amount_charged', 'E384'),
    money('amount_paid_upfront', 'E381'),
    money('loan_fee', 'E529'),
    money('help_loan_amount', 'E558'),
    code('loan_status_code', 'A130', ['ACCEPTED'], { readOnly: true, since: '3.0.8' }),
  ],
  initial: { loan_status_code: 'ACCEPTED' },
};
