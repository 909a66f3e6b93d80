/** The questions of the twenty-second exam about student-reporting. */
import { uidOf } from '../../../services/student-reporting/engine/locate.ts';
import type { ResultStages } from '../../../services/student-reporting/engine/results.ts';
import type { StagesOf } from '../../../services/index.ts';
import type { Question } from '../exam.ts';

type Shown = ReturnType<ResultStages['show']>;
type AsShown = (value: Shown, ...of: Parameters<ResultStages['show']>) => Shown;
type Asked = Question<StagesOf['student-reporting']>;

/** What is shown of a field, otherwise. */
const showing =
  (otherwise: AsShown): Asked['change'] =>
  ({ results: { show } }) => ({ results: { show: (...of) => otherwise(show(...of), ...of) } });

export const studentReporting: readonly Asked[] = [
  // Section 2
  {
    name: 'tac-offer-v-refused',
    does: 'The list of TAC codes lacks V.',
    reads: 'Refuses tac_offer_code V, which is a valid code.',
    change: ({ judgement: { field } }) => ({
      judgement: {
        field: (bound, given, circumstances) => {
          const isLacking = bound.field.name === 'tac_offer_code' && given.given === 'V';
          return isLacking
            ? bound.checks.filter(({ name }) => name === 'code-list')
            : field(bound, given, circumstances);
        },
      },
    }),
  },
  {
    name: 'campus-postcode-zero-lost',
    does: 'The postcode of a campus is a number in the database: the leading zeros of 0800 are lost.',
    reads: 'Shows delivery_location_postcode of a campus without its leading zero (800 for 0800).',
    change: showing((value, { name }) =>
      name === 'delivery_location_postcode' && typeof value === 'string' ? String(Number(value)) : value,
    ),
  },
  {
    name: 'student-types-as-text',
    does: 'student_types is kept as one text, and shown as HEP,VET.',
    reads: 'Shows student_types as one text (HEP,VET), where it is a list of strings.',
    change: showing((value, { name }) => (name === 'student_types' && Array.isArray(value) ? value.join(',') : value)),
  },
  {
    name: 'loan-amount-as-text',
    does: 'Decimals are serialised as text: the amounts of a loan are shown as "100.50".',
    reads: 'Shows the amounts of a loan as strings, where they are numbers.',
    change: showing((value, field, _record, { family }) =>
      family.name === 'loans' && field.kind === 'money' && typeof value === 'number' ? value.toFixed(2) : value,
    ),
  },
  {
    name: 'eftsl-rounded',
    does: 'The column of eftsl has one decimal, and what has two is rounded.',
    reads: 'Rounds eftsl of a unit enrolment to one decimal, where two are to be kept.',
    change: ({ judgement: { merge } }) => ({
      judgement: {
        merge: (item, circumstances) => {
          const values = merge(item, circumstances);
          const { eftsl } = values;
          return typeof eftsl === 'number' ? { ...values, eftsl: Math.round(eftsl * 10) / 10 } : values;
        },
      },
    }),
  },
  {
    name: 'census-date-with-time',
    does: 'The census date is shown as a date and time: 2025-03-31T00:00:00.',
    reads: 'Shows unit_of_study_census_date with a time behind it, where it is a date of the form YYYY-MM-DD.',
    change: showing((value, { name }) =>
      name === 'unit_of_study_census_date' && typeof value === 'string' ? `${value}T00:00:00` : value,
    ),
  },
  {
    name: 'ended-disabilities-hidden',
    does: 'The list of disabilities leaves out those whose effective-to date is past.',
    reads: "The list of a student's disabilities leaves out those with a disability_effective_to_date in the past.",
    change: ({ read: { record } }, stages) => ({
      read: {
        record: (uid, table, kind) => {
          const found = record(uid, table, kind);
          const end = found?.values['disability_effective_to_date'];
          return typeof end === 'string' && end < stages.judgement.scene().today ? undefined : found;
        },
      },
    }),
  },
  // Section 4
  {
    name: 'nested-tac-first-only',
    does: 'Of several TAC offers within the POST of a course on campus the first alone is stored.',
    reads: 'Stores only the first of several TAC offers posted within a course on campus.',
    change: ({ keep: { record } }) => ({
      keep: {
        record: (examined, circumstances, parent) => {
          const children = examined.children.map((list) =>
            list.member === 'courses_on_campus_tac_offers' ? { ...list, examined: list.examined.slice(0, 1) } : list,
          );
          return record({ ...examined, children }, circumstances, parent);
        },
      },
    }),
  },
  {
    name: 'pages-from-zero',
    does: 'The number of the page is handed to a library that counts from 0: page 1 is the second.',
    reads: 'Page 1 of a list shows the second page of records: the first records are on no page.',
    change: ({ paging: { cut } }) => ({
      paging: { cut: (list, asked, family) => cut(list, { ...asked, page: asked.page + 1 }, family) },
    }),
  },
  {
    name: 'disability-of-any-student',
    does: 'A disability is looked up by its own uid alone, whatever student the path names.',
    reads: 'GET of a disability below another student answers with it, where it must be 404.',
    change: ({ locate: { within } }) => ({
      locate: {
        within: (dataset, kind, exchange) => {
          const isRead = exchange.call.method === 'GET' || exchange.call.method === 'HEAD';
          if (kind.family.name !== 'student-disabilities' || !isRead) return within(dataset, kind, exchange);
          const record = dataset.table(kind.family.name).records.get(uidOf(exchange.parameters.at(-1)));
          return record && { dataset, parent: undefined, record };
        },
      },
    }),
  },
  // Sections 4 and 7
  {
    name: 'scholarship-patch-on-all',
    does: "The UPDATE behind PATCH of a Commonwealth scholarship has the student alone in its WHERE: all of the student's are changed.",
    reads: 'PATCH of one Commonwealth scholarship changes the other ones of the student, too.',
    change: ({ keep: { replace }, judgement: { merge } }) => ({
      keep: {
        replace: (existing, examined, circumstances) => {
          replace(existing, examined, circumstances);
          const { kind, dataset } = circumstances;
          if (kind.family.name !== 'student-commonwealth-scholarships') return;
          const table = dataset.table(kind.family.name);
          for (const uid of table.below(existing.parent).slice(0, Infinity)) {
            const other = uid === existing.uid ? undefined : table.records.get(uid);
            if (other) dataset.replace(other, merge(examined.item, { ...circumstances, existing: other }), kind);
          }
        },
      },
    }),
  },
];
