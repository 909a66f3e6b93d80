/** The questions of the third exam about earlier versions of student-reporting: a part of third.ts. */
import { json } from '../../../services/http/message.ts';
import type { Dataset, StoredRecord } from '../../../services/student-reporting/engine/store.ts';
import type { Kind } from '../../../services/student-reporting/engine/model.ts';
import { UidList } from '../../../services/student-reporting/engine/uid-list.ts';
import { behind, type Exam } from '../exam.ts';
import { failed } from './second-failed.ts';

export const earlierVersions: NonNullable<Exam['student-reporting']> = [
  {
    name: 'unique-index-500',
    spec: '3.0.8',
    does: 'What is unique is left to an index of the database, and what it throws is not caught.',
    reads: 'Answers 500 to a record whose code is already reported, instead of refusing it.',
    first: {
      kind: 'breakdown',
      says: ['500', ['already', 'duplicate', 'taken', 'twice', 'again ', 'same', 'unique', 'reported']],
    },
    change: ({ judgement }) => ({
      judgement: {
        isTaken: (unique, values, circumstances) => {
          if (judgement.isTaken(unique, values, circumstances)) throw failed();
          return false;
        },
      },
    }),
  },
  {
    name: 'census-date-dropped-silently',
    spec: '3.0.8',
    does: 'The census date is no column of the UPDATE any more, and the rule that refuses another one is not there yet.',
    reads:
      'Accepts a PATCH with another unit_of_study_census_date and keeps the old one without a word; 3.0.8 has it refused.',
    first: {
      at: 'unit-enrolments/update',
      says: ['unit_of_study_census_date', ['accept', 'success', 'serves', '200', 'allows', 'lets']],
    },
    change: ({ judgement }) => ({
      judgement: {
        merge: (item, circumstances) => {
          const values = judgement.merge(item, circumstances);
          const before = circumstances.existing?.values['unit_of_study_census_date'];
          return circumstances.kind.family.name === 'unit-enrolments' && before !== undefined
            ? { ...values, unit_of_study_census_date: before }
            : values;
        },
      },
    }),
  },
  {
    name: 'pages-cut-before-deleted-are-taken-out',
    spec: '3.0.8',
    does: 'Deleted records are only marked; they are counted, a page is cut of all, and those that are deleted are taken out of it then.',
    reads:
      'Counts deleted records in lists: pages are short where some were deleted, and the total of pages is too high.',
    first: {
      says: [
        ['page', 'list', 'walk'],
        ['delet', 'remov', 'total', 'short', 'fewer', 'count'],
      ],
    },
    change: ({ read, keep }, stages) => {
      const deleted = new WeakMap<Dataset, Map<string, number[]>>();
      return {
        keep: {
          remove: (located, kind) => {
            keep.remove(located, kind);
            const lists = deleted.get(located.dataset) ?? new Map<string, number[]>();
            deleted.set(located.dataset, lists);
            const list = listOf(kind, located.record);
            lists.set(list, [...(lists.get(list) ?? []), located.record.uid]);
          },
        },
        read: {
          listed: (kind, exchange) => {
            const list = read.listed(kind, exchange);
            const { parent, listedBelow, name } = kind.family;
            const below = parent !== undefined || listedBelow !== undefined ? (exchange.parameters[0] ?? '') : '0';
            const gone = deleted.get(stages.data.store.of(exchange.caller.organisation))?.get(`${name}/${below}`);
            if (gone === undefined) return list;
            const all = new UidList();
            for (const uid of [...list, ...gone].toSorted((a, b) => a - b)) all.add(uid);
            return all;
          },
        },
      };
    },
  },
  {
    name: 'connections-leak-at-refusals',
    spec: '2.1.06',
    does: 'A refusal does not give its connection to the database back. After forty the pool is empty, and ten calls fail before it is made anew.',
    reads: 'Answers 503 to ten calls after every forty refusals, whatever is asked.',
    first: {
      kind: 'breakdown',
      says: ['503', ['one in ', ' 1 in ', 'some ', 'calls', 'after ', 'now and then', 'refus', 'whatever']],
    },
    change: behind(() => {
      let refusals = 0;
      let failing = 0;
      return async (call, deliver) => {
        if (failing > 0) {
          failing -= 1;
          const entry = { code: 'service_unavailable', detail: 'No connection could be had.' };
          return json(503, { errors: [entry] }, { 'cache-control': 'no-store', 'retry-after': '1' });
        }
        const reply = await deliver(call);
        if (reply.status >= 400 || reply.body?.includes('"success":false') === true) refusals += 1;
        if (refusals < 40) return reply;
        refusals = 0;
        failing = 10;
        return reply;
      };
    }),
  },
  {
    name: 'exponent-500',
    spec: '2.1.06',
    does: 'The parser of numbers knows no exponent, and what it throws is not caught.',
    reads: 'Answers 500 to a number that is written with an exponent, such as 1.5e1.',
    first: { kind: 'breakdown', says: ['500', ['exponent', '1.5e1', '1e', 'number']] },
    change: ({ gateway }) => ({
      gateway: {
        parse: (text) => {
          const withoutTexts = text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
          if (/[0-9]e[+-]?[0-9]/i.test(withoutTexts)) throw failed();
          return gateway.parse(text);
        },
      },
    }),
  },
  {
    name: 'uid-of-letters-500',
    spec: '2.1.05',
    does: 'The uid of a path is turned into a number before anything is looked at; what is none throws, and nobody catches it.',
    reads: 'Answers 500 instead of 404 to a uid in the path that is no number.',
    first: {
      kind: 'breakdown',
      says: ['500', ['identifier', 'uid', 'malformed', 'number', ' id', 'path']],
    },
    change: behind(() => async (call, deliver) => {
      const reply = await deliver(call);
      const [, family, uid] = call.path.split('/');
      if (reply.status !== 404 || family === '' || uid === undefined || /^[0-9]*$/.test(uid)) return reply;
      return { ...failed().reply(), headers: reply.headers };
    }),
  },
];

function listOf({ family }: Kind, { parent, values }: StoredRecord): string {
  const below = family.listedBelow ? values[family.listedBelow.field] : parent;
  return `${family.name}/${String(below)}`;
}
