/** What student-reporting gets wrong in the eighth exam. */
import type { Kind } from '../../../services/student-reporting/engine/model.ts';
import type { Dataset, StoredRecord } from '../../../services/student-reporting/engine/store.ts';
import type { Item } from '../../../services/student-reporting/engine/shape.ts';
import { UidList } from '../../../services/student-reporting/engine/uid-list.ts';
import type { Value } from '../../../services/model/field.ts';
import type { Exam } from '../exam.ts';

const dayInMilliseconds = 24 * 60 * 60 * 1000;

const dayBefore = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) - dayInMilliseconds).toISOString().slice(0, 10);

/** The item with only some of its members. */
const only = (item: Item, keeps: (value: Value | null) => boolean): Item => ({
  ...item,
  given: new Map([...item.given].filter(([, value]) => keeps(value))),
});

const newIn308: readonly string[] = ['course_assurance_indicator', 'recognition_of_prior_learning_code'];

const asBefore308 = (kind: Kind): Kind => ({
  ...kind,
  writable: new Map([...kind.writable].filter(([name]) => !newIn308.includes(name))),
  readable: kind.readable.filter(({ name }) => !newIn308.includes(name)),
});

export const studentReporting: NonNullable<Exam['student-reporting']> = [
  {
    name: 'batch-out-of-order',
    does: 'The results of a POST of several items come in two groups, those stored before those refused, whatever the order of the items.',
    reads: 'The results of a batch are not in the order of its items: those that were stored come first.',
    change: ({ write }) => ({
      write: {
        items: (items, circumstances) => {
          const { results, uids } = write.items(items, circumstances);
          const stored = results.filter(({ success }) => success === true);
          return { results: [...stored, ...results.filter(({ success }) => success !== true)], uids };
        },
      },
    }),
  },
  {
    name: 'null-skipped',
    does: 'A member that a PATCH sets to null stays as it was: the mapper skips what is null.',
    reads: 'null in a PATCH does not clear the member: the old value stays.',
    change: ({ judgement }) => ({
      judgement: {
        merge: (item, circumstances) =>
          judgement.merge(circumstances.existing ? only(item, (value) => value !== null) : item, circumstances),
      },
    }),
  },
  {
    name: 'one-page-too-many',
    does: 'The total of pages is the whole part of records by size, plus one: where the records fill the last page, an empty one more is told.',
    reads: 'Tells one page too many, and a next page that is empty, when the records fill the last page exactly.',
    change: ({ paging }) => ({
      paging: {
        marks: (records, asked, family) => {
          const total = Math.floor(records / asked.size) + 1;
          const next = asked.page < total ? asked.page + 1 : undefined;
          return { ...paging.marks(records, asked, family), total, next };
        },
      },
    }),
  },
  {
    name: 'falsy-dropped',
    does: 'A member that is given as 0 or false is taken for one that is not given.',
    reads: '0 and false are not kept: the member is missing when the record is read.',
    change: ({ judgement }) => ({
      judgement: {
        merge: (item, circumstances) =>
          judgement.merge(
            only(item, (value) => value !== 0 && value !== false),
            circumstances,
          ),
      },
    }),
  },
  {
    name: 'money-as-text',
    does: 'Amounts and other decimal numbers are texts with two decimals ("1500.00") wherever a record is read.',
    reads: 'Sends amounts of money as strings ("1500.00") instead of numbers.',
    change: ({ results }) => ({
      results: {
        show: (field, record, kind) => {
          const shown = results.show(field, record, kind);
          return field.kind === 'money' && typeof shown === 'number' ? shown.toFixed(2) : shown;
        },
      },
    }),
  },
  {
    name: 'birth-a-day-early',
    does: 'date_of_birth is kept as midnight in Sydney and sent as the date that this is in UTC: the day before.',
    reads: 'date_of_birth of a student is read back one day earlier than it was sent.',
    change: ({ results }) => ({
      results: {
        show: (field, record, kind) => {
          const shown = results.show(field, record, kind);
          return field.name === 'date_of_birth' && typeof shown === 'string' ? dayBefore(shown) : shown;
        },
      },
    }),
  },
  {
    name: 'listed-after-delete',
    does: 'DELETE only marks a campus as deleted, and the list of campuses does not look at the mark.',
    reads: 'A campus that was deleted is still in the list of campuses.',
    change: ({ keep, read }, { data }) => {
      const deleted = new Map<Dataset, Map<number, StoredRecord>>();
      const gone = (dataset: Dataset): Map<number, StoredRecord> =>
        deleted.get(dataset) ?? new Map<number, StoredRecord>();
      return {
        keep: {
          remove: (located, kind) => {
            keep.remove(located, kind);
            const { dataset, record } = located;
            if (kind.family.name === 'campuses') deleted.set(dataset, gone(dataset).set(record.uid, record));
          },
        },
        read: {
          listed: (kind, exchange) => {
            const listed = read.listed(kind, exchange);
            if (kind.family.name !== 'campuses') return listed;
            const all = new UidList();
            for (const uid of listed) all.add(uid);
            for (const uid of gone(data.store.of(exchange.caller.organisation)).keys()) all.add(uid);
            return all;
          },
          record: (uid, table, kind) =>
            read.record(uid, table, kind) ?? [...deleted.values()].find((records) => records.has(uid))?.get(uid),
        },
      };
    },
  },
  {
    name: 'own-code-taken',
    does: 'A PATCH of a course that sends the course_code that the course has is refused as already reported.',
    reads: 'Updating a course with the course_code that it already has is refused as if another course had it.',
    change: ({ judgement }) => {
      let sent: unknown;
      return {
        judgement: {
          examine: (item, circumstances) => {
            sent = item.given.get('course_code');
            return judgement.examine(item, circumstances);
          },
          isTaken: (unique, values, circumstances) => {
            const { kind, existing } = circumstances;
            const isOwn =
              kind.family.name === 'courses' && sent !== undefined && existing?.values['course_code'] === sent;
            return isOwn || judgement.isTaken(unique, values, circumstances);
          },
        },
      };
    },
  },
  {
    name: 'leading-zeros-lost',
    spec: '2.1.06',
    does: 'Postcodes are kept as numbers, so that leading zeros are lost: "0800" is read as "800".',
    reads: 'A postcode with a leading zero is read back without it.',
    change: ({ results }) => ({
      results: {
        show: (field, record, kind) => {
          const shown = results.show(field, record, kind);
          return field.name.endsWith('_postcode') && typeof shown === 'string' ? String(Number(shown)) : shown;
        },
      },
    }),
  },
  {
    name: 'older-unit-enrolments',
    spec: '3.0.8',
    does: 'The unit enrolments of 3.0.8 are those of the version before: course_assurance_indicator and recognition_of_prior_learning_code are refused as unknown members.',
    reads:
      'Unit enrolments refuse course_assurance_indicator and recognition_of_prior_learning_code, which 3.0.8 has, as unknown members: an older version runs.',
    change: ({ model }) => ({
      model: {
        kind: (name) => (name === 'unit-enrolments' ? asBefore308(model.kind(name)) : model.kind(name)),
      },
    }),
  },
];
