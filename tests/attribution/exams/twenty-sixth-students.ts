/** The questions of the twenty-sixth exam about student-reporting; twenty-sixth.ts says how they were drawn. */
import { sizeHeader, usualSize } from '../../../services/student-reporting/engine/pagination.ts';
import type { Exam } from '../exam.ts';

const FIRST_ONLY = 100;

export const studentQuestions: NonNullable<Exam['student-reporting']> = [
  {
    // domain.md section 1.7: a uid is an integer.
    name: 'citizenship-uid-as-text',
    spec: '2.1.06',
    does: 'Reads of citizenships, one and listed, carry citizenships_uid as a string.',
    reads: 'citizenships_uid of a citizenship that is read is a string instead of an integer.',
    change: ({ results: { view } }) => ({
      results: {
        view: (record, kind) => {
          const shown = view(record, kind);
          if (kind.family.name !== 'student-citizenships') return shown;
          const { singular, uid } = kind.family;
          return { [singular]: { ...shown[singular], [uid]: String(record.uid) } };
        },
      },
    }),
  },
  {
    // student-reporting section 7: a student POST with a CHESSN is accepted with a warning that its verification is not completed in real time.
    name: 'chessn-without-warning',
    does: 'A student POST with a CHESSN is accepted without the warning; those of the TFN and of the address are there.',
    reads: 'A student POST with a chessn lacks the warning that its verification is not completed in real time.',
    change: ({ judgement: { warnings } }) => ({
      judgement: {
        warnings: (draft, circumstances) => warnings(draft, circumstances).filter(({ field }) => field !== 'chessn'),
      },
    }),
  },
  {
    // domain.md section 1.7: money is a number.
    name: 'loan-amounts-as-text',
    does: 'Reads of loans carry the amounts as strings with two decimals, as a decimal column gives them.',
    reads: 'The amounts of a loan that is read, such as amount_charged, are strings instead of numbers.',
    change: ({ results: { show } }) => ({
      results: {
        show: (field, record, kind) => {
          const value = show(field, record, kind);
          return kind.family.name === 'loans' && field.kind === 'money' && typeof value === 'number'
            ? value.toFixed(2)
            : value;
        },
      },
    }),
  },
  {
    // student-reporting section 4, rules 1 and 4: at most 200 unit enrolments per call, without pagination the first 200.
    name: 'enrolments-without-limit',
    does: 'The bulk GET of unit enrolments without page headers answers all records, however many.',
    reads: 'The list of unit enrolments has more than 200 records when pagination is not enabled.',
    change: ({ paging: { ask } }) => ({
      paging: {
        ask: (call, family) => {
          const asked = ask(call, family);
          return family.name === 'unit-enrolments' && !asked.isEnabled ? { ...asked, size: Infinity } : asked;
        },
      },
    }),
  },
  {
    // student-reporting section 4, rule 3: the response headers carry the total page count.
    name: 'total-counts-records',
    does: 'The header of the total page count carries the number of records.',
    reads: 'tcsi-pagination-total-pages is the number of records instead of the number of pages.',
    change: ({ paging: { marks } }) => ({
      paging: { marks: (records, asked, family) => ({ ...marks(records, asked, family), total: records }) },
    }),
  },
  {
    // domain.md section 1.4: a PATCH of a course is partial.
    name: 'course-patch-replaces',
    does: 'A PATCH of a course writes every optional column: those that are not sent are cleared.',
    reads: 'PATCH /courses/{courses_uid} clears the optional fields that the body does not have.',
    change: ({ judgement: { merge } }) => ({
      judgement: {
        merge: (item, circumstances) => {
          const { existing, kind } = circumstances;
          if (kind.family.name !== 'courses' || existing === undefined) return merge(item, circumstances);
          const kept = Object.entries(existing.values).filter(
            ([name]) => kind.writable.get(name)?.required !== undefined,
          );
          return merge(item, { ...circumstances, existing: { ...existing, values: Object.fromEntries(kept) } });
        },
      },
    }),
  },
  {
    // student-reporting section 4, rule 1, and section 8: at most 200 unit enrolments per call.
    name: 'asked-size-unbounded',
    does: 'A page of unit enrolments has as many records as are asked for, also more than 200.',
    reads: 'A page of unit enrolments has more than 200 records when a larger page size is asked for.',
    change: ({ paging: { ask } }) => ({
      paging: {
        ask: (call, family) => {
          const asked = ask(call, family);
          return family.name === 'unit-enrolments' && asked.isEnabled
            ? { ...asked, size: Number(call.header(sizeHeader) ?? usualSize) }
            : asked;
        },
      },
    }),
  },
  {
    // student-reporting section 4, rule 4: without pagination the first 200 records are returned.
    name: 'hundred-enrolments',
    does: 'The bulk GET of unit enrolments without page headers answers the first 100 records only.',
    reads: 'The list of unit enrolments stops after 100 records when pagination is not enabled, instead of after 200.',
    change: ({ paging: { ask } }) => ({
      paging: {
        ask: (call, family) => {
          const asked = ask(call, family);
          return family.name === 'unit-enrolments' && !asked.isEnabled ? { ...asked, size: FIRST_ONLY } : asked;
        },
      },
    }),
  },
  {
    // student-reporting section 7: a student POST with a TFN is accepted, with a warning.
    name: 'tfn-refused',
    does: 'That a TFN is not verified in real time is an error: a student POST with a TFN is refused and not stored.',
    reads: 'A student POST with a tfn is refused, instead of accepted with a warning.',
    change: ({ judgement: { field } }) => ({
      judgement: {
        field: (bound, given, circumstances) => {
          const reasons = field(bound, given, circumstances);
          const isSent = bound.field.name === 'tfn' && (given.given ?? null) !== null;
          if (!isSent || circumstances.existing !== undefined) return reasons;
          return [
            ...reasons,
            { name: 'unverified', digits: '10901', text: 'verification is not completed in real time' },
          ];
        },
      },
    }),
  },
];
