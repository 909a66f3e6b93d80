/** Single reads of records, and the HELP balance. */
import { notFound } from '../../../services/http/gateway-error.ts';
import { json } from '../../../services/http/message.ts';
import type { Reply } from '../../../services/http/message.ts';
import type { FaultChange, StagesOf } from '../../../services/index.ts';
import type { Value } from '../../../services/model/field.ts';
import { succeeded } from '../../../services/student-reporting/engine/results.ts';
import type { StoredRecord } from '../../../services/student-reporting/engine/store.ts';
import type { Exam } from '../exam.ts';

type Change = FaultChange<StagesOf['student-reporting']>;

/** What is shown of one field, altered. */
const shown =
  (name: string, alter: (value: Value | null | undefined, record: StoredRecord) => Value | null | undefined): Change =>
  ({ results: { show } }) => ({
    results: {
      show: (field, record, kind) => {
        const value = show(field, record, kind);
        return field.name === name ? alter(value, record) : value;
      },
    },
  });

const dayBefore = (date: string): string => new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const genders: Readonly<Record<string, string>> = {
  M: 'MALE',
  F: 'FEMALE',
  X: 'INDETERMINATE',
};

export const single: NonNullable<Exam['student-reporting']> = [
  {
    name: 'disability-a-day-early',
    does: 'The effective-from date of a disability is a local midnight in the database and is written out in UTC.',
    reads: 'The disability_effective_from_date of a disability comes back one day earlier than it was reported.',
    change: shown('disability_effective_from_date', (value) => (typeof value === 'string' ? dayBefore(value) : value)),
  },
  {
    name: 'offer-with-uid-of-its-course',
    spec: '2.1.06',
    does: 'The mapper of a TAC offer takes the uid from the column of the course on campus.',
    reads:
      'A TAC offer is read with the uid of its course on campus in courses_on_campus_tac_offers_uid, not with its own.',
    change: ({ results: { view } }) => ({
      results: {
        view: (record, kind) =>
          view(kind.family.name === 'courses-on-campus-tac-offers' ? { ...record, uid: record.parent } : record, kind),
      },
    }),
  },
  {
    name: 'scholarship-unwrapped',
    does: 'The single read of a Commonwealth scholarship gives the entity itself.',
    reads:
      'GET of one Commonwealth scholarship has its members directly in result, rather than within commonwealth_scholarship.',
    change: ({ read: { one } }, stages) => ({
      read: {
        one: (kind, exchange) => {
          if (kind.family.name !== 'student-commonwealth-scholarships') return one(kind, exchange);
          const { record } = stages.locate.record(kind, exchange);
          return json(200, succeeded(undefined, stages.results.view(record, kind)[kind.family.singular]));
        },
      },
    }),
  },
  {
    name: 'year-long-false-left-out',
    spec: '3.0.8',
    does: 'A read of a unit of study writes the year-long indicator only where it is truthy.',
    reads: 'A unit_of_study_year_long_indicator of false is missing when the unit of study is read.',
    change: shown('unit_of_study_year_long_indicator', (value) => value || undefined),
  },
  {
    name: 'other-names-are-the-first',
    does: 'The mapper of a student fills the other given names from the first given name.',
    reads: 'Shows the first given name of a student as student_given_name_others.',
    change: shown('student_given_name_others', (_value, { values }) => values['student_given_name_first']),
  },
  {
    name: 'no-address-is-empty',
    does: 'The read of a first reported address that was never reported gives an empty object.',
    reads:
      'GET of the first reported address of a student who has none is answered 200 with an empty object, rather than 404.',
    change: ({ read: { one } }, stages) => ({
      read: {
        one: (kind, exchange) => {
          if (!kind.family.isSingle) return one(kind, exchange);
          const student = stages.locate.parent(kind, exchange);
          const { length } = stages.data.store
            .of(exchange.caller.organisation)
            .table(kind.family.name)
            .below(student?.uid ?? 0);
          if (length > 0) return one(kind, exchange);
          return json(200, succeeded(undefined, { [kind.family.singular]: {} }));
        },
      },
    }),
  },
  {
    name: 'loan-cached-over-change',
    does: 'A loan that was read is kept in a cache that a PATCH does not empty.',
    reads: 'GET of a loan after its PATCH still shows it as it was before, once it has been read.',
    change: ({ run }) => {
      const kept = new Map<string, Reply>();
      return {
        run: {
          'loans.read': (exchange) => {
            const key = `${exchange.caller.organisation} ${String(exchange.parameters[0])}`;
            const reply = kept.get(key) ?? run['loans.read']?.(exchange);
            if (!reply) throw notFound();
            kept.set(key, reply);
            return reply;
          },
          'loans.delete': (exchange) => {
            kept.delete(`${exchange.caller.organisation} ${String(exchange.parameters[0])}`);
            return run['loans.delete']?.(exchange) ?? json(500, {});
          },
        },
      };
    },
  },
  {
    name: 'open-end-is-the-high-date',
    spec: '3.0.8',
    does: 'An end that is not reported is stored as the highest date, and read as it is stored.',
    reads:
      'A course on campus without a course_on_campus_effective_to_date is read with 9999-12-31, which nobody reported.',
    change: shown('course_on_campus_effective_to_date', (value) => value ?? '9999-12-31'),
  },
  {
    name: 'new-course-of-study-not-yet-there',
    does: 'The single read of a course of study asks a replica that has not yet got what was just created.',
    reads: 'The first GET of a course of study that was just created is answered 404; only a later one finds it.',
    change: ({ run }) => {
      const asked = new Set<string | undefined>();
      return {
        run: {
          'courses-of-study.read': (exchange) => {
            const reply = run['courses-of-study.read']?.(exchange);
            const [uid] = exchange.parameters;
            if (!reply || !asked.has(uid)) {
              asked.add(uid);
              throw notFound();
            }
            return reply;
          },
        },
      };
    },
  },
  {
    name: 'first-disability-for-each',
    does: "The single read of a disability finds it, and then shows the first of the student's disabilities.",
    reads: "GET of one disability always shows the student's first disability, whichever is asked for.",
    change: ({ read: { one } }, stages) => ({
      read: {
        one: (kind, exchange) => {
          if (kind.family.name !== 'student-disabilities') return one(kind, exchange);
          const { record, dataset } = stages.locate.record(kind, exchange);
          const table = dataset.table(kind.family.name);
          const [first] = table.below(record.parent).slice(0, 1);
          return json(200, succeeded(undefined, stages.results.view(table.records.get(first ?? 0) ?? record, kind)));
        },
      },
    }),
  },
  {
    name: 'gender-by-name',
    does: 'The gender of a student is written out as the name of the enumeration constant.',
    reads:
      'The gender_code of a student comes back as a word such as FEMALE, rather than as the code that was reported.',
    change: shown('gender_code', (value) => (typeof value === 'string' ? (genders[value] ?? value) : value)),
  },
  {
    name: 'family-name-escaped',
    does: 'The family name of a student is escaped for HTML before it goes into the JSON.',
    reads: 'A student_family_name with an apostrophe or ampersand comes back with HTML entities in it, such as &#39;.',
    change: shown('student_family_name', (value) =>
      typeof value === 'string' ? value.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character) : value,
    ),
  },
  // The HELP balance
  {
    name: 'balance-null-by-a-loan',
    spec: '3.0.8',
    does: 'A loan without an amount makes the sum of the HELP balance not a number.',
    reads: 'The help_balance_amount is null as soon as one loan of the student has no help_loan_amount.',
    change: ({ balance: { loansOf, amount } }) => {
      let isWhole = true;
      return {
        balance: {
          loansOf: (student, loans) => {
            const list = loansOf(student, loans);
            isWhole = [...list].every((uid) => loans.records.get(uid)?.values['help_loan_amount'] !== undefined);
            return list;
          },
          amount: (cents) => (isWhole ? amount(cents) : Number.NaN),
        },
      };
    },
  },
  {
    name: 'balance-before-change',
    spec: '2.1.06',
    does: 'The HELP balance is summed from what the loans had when they were posted.',
    reads: 'A help_loan_amount that was changed by PATCH is not in the HELP balance, which keeps the first amount.',
    change: ({ balance: { loansOf, amount }, keep: { add } }) => {
      const first = new Map<number, number>();
      let cents = 0;
      return {
        keep: {
          add: (record, kind, circumstances) => {
            const lent = record.values['help_loan_amount'];
            if (kind.family.name === 'loans' && typeof lent === 'number') first.set(record.uid, Math.round(lent * 100));
            add(record, kind, circumstances);
          },
        },
        balance: {
          loansOf: (student, loans) => {
            const list = loansOf(student, loans);
            cents = [...list].reduce((sum, uid) => sum + (first.get(uid) ?? 0), 0);
            return list;
          },
          amount: () => amount(cents),
        },
      };
    },
  },
  {
    name: 'balance-of-another-organisation',
    does: 'The HELP balance looks a student up by the uid alone, not by uid and organisation.',
    reads: 'The HELP balance of a student of another organisation can be read.',
    change: ({ balance: { read }, door: { admit } }, { data }) => {
      const known = new Set<string>();
      return {
        door: {
          admit: async (call) => {
            const caller = await admit(call);
            known.add(caller.organisation);
            return caller;
          },
        },
        balance: {
          read: (exchange) => {
            const uid = Number(exchange.parameters[0]);
            const organisation = [...known].find((name) => data.store.of(name).has('students', uid));
            return read(
              organisation === undefined ? exchange : { ...exchange, caller: { ...exchange.caller, organisation } },
            );
          },
        },
      };
    },
  },
];
