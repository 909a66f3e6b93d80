/** The questions of the twenty-first exam, third part, about writing unit enrolments and loans. */
import { defined } from '../../../services/model/defined.ts';
import type { Dataset, StoredRecord } from '../../../services/student-reporting/engine/store.ts';
import type { Created } from '../../../services/student-reporting/engine/write.ts';
import type { Exam } from '../exam.ts';

const UNIT_ENROLMENTS = 'unit-enrolments';
const LOANS = 'loans';

export const enrolments: NonNullable<Exam['student-reporting']> = [
  // Unit enrolments
  {
    name: 'fee-and-upfront-exchanged',
    does: 'The INSERT of a unit enrolment has the loan fee and the amount paid upfront exchanged.',
    reads:
      'A new unit enrolment comes back with amount_paid_upfront and loan_fee exchanged: each has the value of the other.',
    change: ({ keep: { add } }) => ({
      keep: {
        add: (record, kind, circumstances) => {
          if (kind.family.name !== UNIT_ENROLMENTS) {
            add(record, kind, circumstances);
            return;
          }
          const { loan_fee: fee, amount_paid_upfront: upfront, ...rest } = record.values;
          const values = { ...rest, ...defined({ loan_fee: upfront, amount_paid_upfront: fee }) };
          add({ ...record, values }, kind, circumstances);
        },
      },
    }),
  },
  {
    name: 'all-enrolments-deleted',
    does: 'The DELETE of a unit enrolment deletes by the student, and not by the uid of the enrolment.',
    reads: 'A DELETE of one unit enrolment deletes the other unit enrolments of the same student as well.',
    change: ({ keep: { remove } }) => ({
      keep: {
        remove: (located, kind) => {
          const { dataset, record } = located;
          const { records } = dataset.table(kind.family.name);
          const isIt = kind.family.name === UNIT_ENROLMENTS;
          const all = [...records.values()].filter(
            ({ values }) => isIt && values['students_uid'] === record.values['students_uid'],
          );
          for (const each of isIt ? all : [record]) remove({ ...located, record: each }, kind);
        },
      },
    }),
  },
  {
    name: 'indicator-as-text',
    spec: '3.0.8',
    does: 'The course assurance indicator is kept in a column of text.',
    reads: 'course_assurance_indicator comes back as the text "true", rather than as the boolean that was sent.',
    change: ({ results: { show } }) => ({
      results: {
        show: (field, record, kind) => {
          const value = show(field, record, kind);
          return field.name === 'course_assurance_indicator' && value !== undefined ? String(value) : value;
        },
      },
    }),
  },
  // Loans
  {
    name: 'deleted-loan-still-owed',
    does: 'The HELP balance sums all loans of the student, also those that are marked as deleted.',
    reads: 'The HELP balance of a student still counts a loan after it has been deleted.',
    change: ({ keep: { remove }, balance: { student, amount } }) => {
      const deleted = new Map<unknown, number>();
      let asked: StoredRecord | undefined;
      return {
        keep: {
          remove: (located, kind) => {
            remove(located, kind);
            const { students_uid: owner, help_loan_amount: loan } = located.record.values;
            if (kind.family.name !== LOANS || typeof loan !== 'number') return;
            deleted.set(owner, (deleted.get(owner) ?? 0) + Math.round(loan * 100));
          },
        },
        balance: {
          student: (exchange) => (asked = student(exchange)),
          amount: (cents) => amount(cents + (deleted.get(asked?.uid) ?? 0)),
        },
      };
    },
  },
  {
    name: 'correlation-id-remembered',
    does: 'A loan whose correlation_id an earlier POST had is taken for that loan sent again.',
    reads:
      'Does not store a loan whose correlation_id was used in an earlier POST, but answers with the uid of the earlier loan.',
    change: ({ write: { item } }) => {
      const earlier = new WeakMap<Dataset, Map<string | undefined, Created>>();
      return {
        write: {
          item: (each, circumstances, index) => {
            if (circumstances.kind.family.name !== LOANS) return item(each, circumstances, index);
            const known = earlier.get(circumstances.dataset) ?? new Map<string | undefined, Created>();
            earlier.set(circumstances.dataset, known);
            const created = known.get(each.correlationId) ?? item(each, circumstances, index);
            if (created.uids.length > 0) known.set(each.correlationId, created);
            return created;
          },
        },
      };
    },
  },
];
