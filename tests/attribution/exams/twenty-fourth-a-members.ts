/** The twenty-fourth exam, first part: single members of records, and how particular records are judged. */
import { isObject } from '../../../services/model/json-type.ts';
import type { Value } from '../../../services/model/field.ts';
import type { StagesOf } from '../../../services/index.ts';
import type { Question } from '../exam.ts';

type Stages = StagesOf['student-reporting'];

/** One member of one family, shown otherwise than it is kept. */
const showing =
  (family: string, member: string, shown: (value: Value) => Value): Question<Stages>['change'] =>
  ({ results }) => ({
    results: {
      show: (field, record, kind) => {
        const value = results.show(field, record, kind);
        const isMeant = kind.family.name === family && field.name === member;
        return isMeant && value !== undefined && value !== null ? shown(value) : value;
      },
    },
  });

export const members: readonly Question<Stages>[] = [
  {
    // domain.md 1.7: course_code is E307, of 10 characters.
    name: 'course-code-of-ten-refused',
    does: 'A course_code of 10 characters is refused as too long: the column has room for 9.',
    reads: 'Refuses a course whose course_code has 10 characters, the greatest length.',
    change: ({ judgement }) => ({
      judgement: {
        field: (bound, given, circumstances) => {
          const reasons = judgement.field(bound, given, circumstances);
          const isMeant = circumstances.kind.family.name === 'courses' && bound.field.name === 'course_code';
          const isLong = typeof given.given === 'string' && given.given.length === 10;
          const tooLong = { name: 'length', digits: '19002', text: 'must have 1 to 9 characters' };
          return isMeant && isLong && reasons.length === 0 ? [tooLong] : reasons;
        },
      },
    }),
  },
  {
    // domain.md 1.7: codes are strings.
    name: 'language-code-as-number',
    does: 'Reads carry language_spoken_at_home_code of a student as a JSON number.',
    reads: 'Shows language_spoken_at_home_code of a student as a number, not as a string.',
    change: showing('students', 'language_spoken_at_home_code', Number),
  },
  {
    // domain.md 1.7: the first given name is E403, the others are E404.
    name: 'other-given-names-from-the-first',
    does: 'The mapper of a student fills student_given_name_others from the column of the first given name.',
    reads: 'Shows the first given name of a student as student_given_name_others.',
    change: ({ results }) => ({
      results: {
        show: (field, record, kind) =>
          field.name === 'student_given_name_others'
            ? record.values['student_given_name_first']
            : results.show(field, record, kind),
      },
    }),
  },
  {
    // domain.md 1.7: money is a number of at most 2 decimals; loan_fee is E529.
    name: 'loan-fee-of-enrolment-in-whole-dollars',
    does: 'loan_fee of a unit enrolment is kept as an integer: its cents are cut off.',
    reads: 'Loses the cents of loan_fee of a unit enrolment.',
    change: showing('unit-enrolments', 'loan_fee', (value) => (typeof value === 'number' ? Math.trunc(value) : value)),
  },
  {
    // domain.md 1.7: indicators are booleans; section 9: 3.0.8 has units of study.
    name: 'year-long-indicator-as-letter',
    spec: '3.0.8',
    does: 'Reads carry unit_of_study_year_long_indicator as the column has it, "Y" or "N".',
    reads: 'Shows unit_of_study_year_long_indicator of a unit of study as a text, not as a boolean.',
    change: showing('units-of-study', 'unit_of_study_year_long_indicator', (value) => (value === true ? 'Y' : 'N')),
  },
  {
    // domain.md 1.7: tac_offer_code is one of Q, S, T, U, V.
    name: 'tac-offer-code-v-missing',
    does: 'The table of codes lacks V (VTAC): a TAC offer with it is refused as having no valid code.',
    reads: 'Refuses the TAC offer code V, which is a valid one.',
    change: ({ judgement }) => ({
      judgement: {
        field: (bound, given, circumstances) =>
          bound.field.name === 'tac_offer_code' && given.given === 'V'
            ? bound.checks.filter(({ name }) => name === 'code-list')
            : judgement.field(bound, given, circumstances),
      },
    }),
  },
  {
    // Section 7: invalid disability codes are errors; domain.md 1.6, 10546 and 10551.
    name: 'records-within-others-not-validated',
    does: 'The validation does not go down: the values of records that come within the POST of another are taken as they are.',
    reads:
      'Accepts invalid values in records that are posted within another, such as the disabilities of a new student.',
    change: ({ judgement }) => ({
      judgement: {
        field: (bound, given, circumstances) =>
          circumstances.before === undefined ? judgement.field(bound, given, circumstances) : [],
        rule: (rule, draft, isSound, circumstances) =>
          circumstances.before === undefined ? judgement.rule(rule, draft, isSound, circumstances) : [],
      },
    }),
  },
  {
    // domain.md 1.7: unit_of_study_census_date is E489, a calendar date.
    name: 'census-date-a-day-early',
    does: 'The census date goes through a time zone on its way out: reads carry the day before.',
    reads: 'Shows unit_of_study_census_date of a unit enrolment one day early.',
    change: showing('unit-enrolments', 'unit_of_study_census_date', (value) =>
      new Date(Date.parse(String(value)) - 24 * 60 * 60 * 1000).toISOString().slice(0, 10),
    ),
  },
  {
    // domain.md 1.7: delivery_location_postcode is E477, a code, and codes are strings.
    name: 'campus-postcode-loses-zero',
    does: 'delivery_location_postcode of a campus is kept as a number: 0800 is read as "800".',
    reads: 'Loses the leading zero of delivery_location_postcode of a campus.',
    change: showing('campuses', 'delivery_location_postcode', (value) => String(Number(value))),
  },
  {
    // domain.md 1.6, 10248: on or before an existing E609 for the student.
    name: 'citizenship-order-over-all-students',
    does: 'The query for earlier citizenships lacks its student: a date has to be after that of every citizenship of every student.',
    reads: 'Refuses a citizenship because of the dates of citizenships of other students.',
    change: ({ judgement }) => ({
      judgement: {
        rule: (rule, draft, isSound, circumstances) => {
          if (rule.name !== 'after-existing') return judgement.rule(rule, draft, isSound, circumstances);
          const { dataset, existing, kind } = circumstances;
          const others = [...dataset.table(kind.family.name).records.values()].filter(
            ({ uid }) => uid !== existing?.uid,
          );
          const siblings = (): Iterable<(typeof others)[number]['values']> => [
            ...draft.siblings(),
            ...others.map(({ values }) => values),
          ];
          return judgement.rule(rule, { ...draft, siblings }, isSound, circumstances);
        },
      },
    }),
  },
  {
    // Section 7: a student POST that carries address details is accepted with a warning.
    name: 'address-warned-of-only-with-street',
    does: 'Only residential_address_street is looked at: address details without it bring no warning.',
    reads: 'Does not warn that address details are not verified when a new student has some without a street.',
    change: ({ judgement }) => ({
      judgement: {
        warnings: (draft, circumstances) =>
          judgement
            .warnings(draft, circumstances)
            .filter(({ field }) => field !== 'residential_address' || draft.gives('residential_address_street')),
      },
    }),
  },
  {
    // Section 1 and domain.md 1.4: HELP balance by student, so of the loans there are; 1.7, A130: DELETED is a status of its own.
    name: 'deleted-loans-stay-in-balance',
    does: 'The sum of the HELP balance lacks the condition on deleted loans: they stay in it.',
    reads: 'Counts deleted loans in the HELP balance of a student.',
    change: ({ keep, balance }) => {
      const gone = new Map<number, number>();
      return {
        keep: {
          remove: (located, kind) => {
            keep.remove(located, kind);
            const { students_uid: student, help_loan_amount: amount } = located.record.values;
            if (kind.family.name !== 'loans' || typeof student !== 'number' || typeof amount !== 'number') return;
            gone.set(student, (gone.get(student) ?? 0) + Math.round(amount * 100));
          },
        },
        balance: {
          read: (exchange) => {
            const reply = balance.read(exchange);
            const body = JSON.parse(reply.body ?? '') as { result: { help_balance: Record<string, unknown> } };
            const told = body.result.help_balance;
            if (!isObject(told)) return reply;
            const { students_uid: student, help_balance_amount: amount } = told;
            const cents = Math.round(Number(amount) * 100) + (gone.get(Number(student)) ?? 0);
            const help_balance = { ...told, help_balance_amount: cents / 100 };
            return { ...reply, body: JSON.stringify({ ...body, result: { help_balance } }) };
          },
        },
      };
    },
  },
];
