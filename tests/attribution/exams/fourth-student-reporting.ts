/** The part of the fourth exam about student-reporting in its newest version. */
import { GatewayError } from '../../../services/http/gateway-error.ts';
import { json } from '../../../services/http/message.ts';
import type { StagesOf } from '../../../services/index.ts';
import { behind, type Question } from '../exam.ts';

const day = 24 * 60 * 60 * 1000;

const dayBefore = (date: string): string => new Date(Date.parse(date) - day).toISOString().slice(0, 10);

export const studentReporting: readonly Question<StagesOf['student-reporting']>[] = [
  {
    name: 'warned-and-rolled-back',
    does: 'A record that is accepted with a warning is rolled back: it is answered 201 and not stored.',
    reads: 'Does not store a student that it accepts with a warning.',
    change: ({ keep }) => ({
      keep: {
        item: (examined, circumstances, index) => {
          const stored = keep.item(examined, circumstances, index);
          const { dataset, kind } = circumstances;
          const record = dataset.table(kind.family.name).records.get(stored.uid);
          if (examined.warnings.length > 0 && record !== undefined) dataset.remove(record, kind);
          return stored;
        },
      },
    }),
  },
  {
    name: 'amounts-in-single-precision',
    does: 'Amounts are stored as floating-point numbers of single precision.',
    reads: 'Shows other amounts than were sent: with digits after the cents that nobody sent.',
    change: ({ judgement }) => ({
      judgement: {
        merge: (item, circumstances) =>
          Object.fromEntries(
            Object.entries(judgement.merge(item, circumstances)).map(([name, value]) => [
              name,
              typeof value === 'number' && circumstances.kind.writable.get(name)?.field.kind === 'money'
                ? Math.fround(value)
                : value,
            ]),
          ),
      },
    }),
  },
  {
    name: 'dates-a-day-early',
    does: 'Dates are stored as midnight in Sydney and shown as they are in Greenwich: a day early.',
    reads: 'Shows every date a day earlier than it was sent.',
    change: ({ results }) => ({
      results: {
        show: (field, record, kind) => {
          const value = results.show(field, record, kind);
          return field.kind === 'date' && typeof value === 'string' ? dayBefore(value) : value;
        },
      },
    }),
  },
  {
    name: 'deleted-still-refer',
    does: 'What refers to a record is counted without a look at whether it was deleted: the record can never be deleted.',
    reads: 'Refuses to delete a record to which only deleted records refer.',
    change: ({ keep }) => {
      const referred = new Set<unknown>();
      return {
        keep: {
          remove: (located, kind) => {
            for (const { name } of kind.references) referred.add(located.record.values[name]);
            keep.remove(located, kind);
          },
          reasonToStay: (located, kind) =>
            referred.has(located.record.uid) ? 'is referred to by other records' : keep.reasonToStay(located, kind),
        },
      };
    },
  },
  {
    name: 'writes-deadlock',
    does: 'Where two writes run at the same time, the database ends the later one as a deadlock: 500.',
    reads: 'Answers 500 to a write that is sent while another one runs.',
    change: behind(() => {
      const entry = { code: 'internal_error', detail: 'The service could not handle the request.' };
      let running = 0;
      return async (call, deliver) => {
        if (call.method === 'GET') return deliver(call);
        running += 1;
        try {
          return running === 1 ? await deliver(call) : json(500, { errors: [entry] }, { 'cache-control': 'no-store' });
        } finally {
          running -= 1;
        }
      };
    }),
  },
  {
    name: 'deletion-switched-off',
    does: 'The deletion of courses of study is behind a feature switch that is off: 403.',
    reads: 'Refuses to delete a course of study with 403.',
    change: () => ({
      run: {
        'courses-of-study.delete': () => {
          throw new GatewayError(403, { code: 'feature_disabled', detail: 'The feature is not enabled.' });
        },
      },
    }),
  },
  {
    name: 'default-of-the-column',
    does: 'A migration gave atsi_code a default: a student that is made without one has "9".',
    reads: 'Shows atsi_code "9" for students that were made without atsi_code.',
    change: ({ judgement }) => ({
      judgement: {
        merge: (item, circumstances) => {
          const values = judgement.merge(item, circumstances);
          return circumstances.kind.family.name === 'students' && circumstances.existing === undefined
            ? { atsi_code: '9', ...values }
            : values;
        },
      },
    }),
  },
  {
    name: 'correlation-cut',
    does: 'The correlation_id is kept in a column of 36 characters and comes back cut.',
    reads: 'Answers with a correlation_id that is cut to 36 characters.',
    change: ({ shape }) => ({
      shape: {
        correlationId: (id, place) => {
          const { id: known, wrong } = shape.correlationId(id, place);
          return { id: known?.slice(0, 36), wrong };
        },
      },
    }),
  },
  {
    name: 'codes-joined',
    does: 'A list of codes comes from a column of text and is not split: ["HEP,VET"].',
    reads: 'Shows two student_types as one text: ["HEP,VET"].',
    change: ({ results }) => ({
      results: {
        show: (field, record, kind) => {
          const value = results.show(field, record, kind);
          return field.kind === 'codes' && Array.isArray(value) ? [value.join(',')] : value;
        },
      },
    }),
  },
];
