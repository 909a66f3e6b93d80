import { GatewayError } from '../../../services/http/gateway-error.ts';
import type { StagesOf } from '../../../services/index.ts';
import { around, sent, type Question } from '../exam.ts';

/** The year as two digits hold it. */
const withShortYear = (date: string): string => {
  const year = Number(date.slice(2, 4));
  return `${year < 50 ? '20' : '19'}${date.slice(2)}`;
};

export const studentReporting: readonly Question<StagesOf['student-reporting']>[] = [
  {
    name: 'result-window',
    does: 'The search index serves no page that begins behind the 200th record of a list: 400.',
    reads: 'Refuses pages that begin after the first 200 records of a list with 400.',
    change: ({ paging }) => ({
      paging: {
        cut: (list, asked, family) => {
          const detail = 'Result window is too large, from + size must be less than or equal to: [200].';
          if (asked.isEnabled && (asked.page - 1) * asked.size >= 200)
            throw new GatewayError(400, { code: 'result_window', detail });
          return paging.cut(list, asked, family);
        },
      },
    }),
  },
  {
    name: 'years-of-two-digits',
    does: 'Years are kept as two digits: those before 1950 are shown a hundred years later.',
    reads: 'Shows dates in the wrong century: a date of birth of 1900-01-01 as 2000-01-01.',
    change: ({ results }) => ({
      results: {
        show: (field, record, kind) => {
          const value = results.show(field, record, kind);
          return field.kind === 'date' && typeof value === 'string' ? withShortYear(value) : value;
        },
      },
    }),
  },
  {
    name: 'amounts-in-cents',
    does: 'An update takes amounts for dollars that are to be turned into cents, and they are cents already: it stores a hundred times as much.',
    reads: 'Stores amounts a hundred times too large in an update.',
    change: ({ judgement }) => ({
      judgement: {
        merge: (item, circumstances) => {
          const values = judgement.merge(item, circumstances);
          if (circumstances.existing === undefined) return values;
          const inCents = [...item.given].flatMap(([name, value]) =>
            circumstances.kind.writable.get(name)?.field.kind === 'money' && typeof value === 'number'
              ? [[name, value * 100] as const]
              : [],
          );
          return { ...values, ...Object.fromEntries(inCents) };
        },
      },
    }),
  },
  {
    name: 'warnings-of-before',
    does: 'The list of warnings is not emptied between two calls: a student is answered with the warnings of the one before, too.',
    reads: 'Sends the warnings about one student again with the answer to the next.',
    change: ({ judgement }) => {
      let before: ReturnType<typeof judgement.warnings> = [];
      return {
        judgement: {
          warnings: (draft, circumstances) => {
            const own = judgement.warnings(draft, circumstances);
            if (circumstances.kind.family.name !== 'students') return own;
            const more = before.filter(({ field }) => own.every((warning) => warning.field !== field));
            before = own;
            return [...own, ...more];
          },
        },
      };
    },
  },
  {
    name: 'foreign-key',
    does: 'That others refer to a record is found by the database alone: its DELETE is answered 500.',
    reads: 'Answers 500 to the deletion of a record that others refer to.',
    change: ({ keep }) => ({
      keep: {
        reasonToStay: (located, kind) => {
          const reason = keep.reasonToStay(located, kind);
          if (reason === undefined) return undefined;
          throw new GatewayError(500, {
            code: 'internal_error',
            detail: 'The service could not handle the request.',
          });
        },
      },
    }),
  },
  {
    name: 'codes-of-fixed-width',
    does: 'Codes of ten characters stand in a column of fixed width: shorter ones are shown with blanks behind them.',
    reads: 'Shows codes padded with blanks to ten characters, such as student_identification_code and course_code.',
    change: ({ results }) => ({
      results: {
        show: (field, record, kind) => {
          const value = results.show(field, record, kind);
          return field.kind === 'text' && field.maxLength === 10 && typeof value === 'string'
            ? value.padEnd(10)
            : value;
        },
      },
    }),
  },
  {
    name: 'loan-posted-twice',
    does: 'A proxy sends each POST of loans a second time: two are stored, and the answer is that to the second.',
    reads: 'Stores a loan twice for one POST.',
    change: around(() => async (asked, deliver) => {
      const { call } = await sent(asked);
      const reply = await deliver(call);
      return call.method === 'POST' && call.path === '/loans' && reply.status === 201 ? deliver(call) : reply;
    }),
  },
  {
    name: 'first-offer-alone',
    spec: '2.1.05',
    does: 'Of several TAC offers in one POST the first is stored and answered; the others are dropped.',
    reads: 'Stores and answers the first alone of several TAC offers that are posted together.',
    change: ({ write }) => ({
      write: {
        items: (items, circumstances) =>
          write.items(
            circumstances.kind.family.name === 'courses-on-campus-tac-offers' ? items.slice(0, 1) : items,
            circumstances,
          ),
      },
    }),
  },
  {
    name: 'end-of-time',
    spec: '3.0.8',
    does: 'A record without an end is kept as one that ends on 9999-12-31, and shown so.',
    reads: 'Shows 9999-12-31 as the end date of records that have none.',
    change: ({ results }) => ({
      results: {
        show: (field, record, kind) =>
          results.show(field, record, kind) ?? (field.name.endsWith('_effective_to_date') ? '9999-12-31' : undefined),
      },
    }),
  },
];
