/** The questions of the second exam about student-reporting: a part of second.ts. */
import { GatewayError, notFound } from '../../../services/http/gateway-error.ts';
import type { Reply } from '../../../services/http/message.ts';
import type { Values } from '../../../services/model/field.ts';
import { findingsOf } from '../../../services/student-reporting/engine/examine.ts';
import { keyOf, type Dataset, type StoredRecord } from '../../../services/student-reporting/engine/store.ts';
import { around, type Exam } from '../exam.ts';
import { failed } from './second-failed.ts';

export const studentReporting: NonNullable<Exam['student-reporting']> = [
  {
    name: 'dates-without-summer-time',
    does: 'Dates are kept as midnight in Sydney and shown with the offset of the winter.',
    reads: 'Shows dates that fall in the summer time of Sydney a day early.',
    change: ({ results }) => ({
      results: {
        show: (field, record, kind) => {
          const value = results.show(field, record, kind);
          return field.kind === 'date' && typeof value === 'string' ? withoutSummerTime(value) : value;
        },
      },
    }),
  },
  {
    name: 'count-cached',
    does: 'How many records a list has is counted when the list is first asked for, and remembered.',
    reads: 'Tells the total of pages of a list as it was before records were added to it.',
    change: ({ paging, read }, stages) => {
      // By the data, which each organisation has of its own.
      const counted = new WeakMap<Dataset, Map<string, number>>();
      let counts = new Map<string, number>();
      let asked = '';
      return {
        read: {
          list: (kind, exchange) => {
            const dataset = stages.data.store.of(exchange.caller.organisation);
            counts = counted.get(dataset) ?? new Map<string, number>();
            counted.set(dataset, counts);
            asked = exchange.call.path;
            return read.list(kind, exchange);
          },
        },
        paging: {
          tell: (records, page, family) => {
            const count = counts.get(asked) ?? records;
            counts.set(asked, count);
            return paging.tell(count, page, family);
          },
        },
      };
    },
  },
  {
    name: 'batch-rolled-back',
    does: 'A POST of several items is one transaction: where one is refused, none is kept, and the answer still says of the others that they are.',
    reads: 'Says that items of a POST are stored that are not, where another item of it is refused.',
    change: ({ write }) => ({
      write: {
        items: (items, circumstances) => {
          const created = write.items(items, circumstances);
          const { dataset, kind } = circumstances;
          if (created.results.every(({ success }) => success === true)) return created;
          for (const uid of created.uids) {
            const record = dataset.table(kind.family.name).records.get(uid);
            if (record) dataset.remove(record, kind);
          }
          return created;
        },
      },
    }),
  },
  {
    name: 'deleted-keeps-its-code',
    does: 'Records are only marked as deleted, and the unique index still holds them.',
    reads: 'Refuses a code as already reported though the record that had it is deleted.',
    change: ({ judgement, keep }) => {
      const gone = new WeakMap<Dataset, Set<string>>();
      return {
        keep: {
          remove: (located, kind) => {
            const keys = gone.get(located.dataset) ?? new Set();
            gone.set(located.dataset, keys);
            for (const unique of kind.family.unique ?? [])
              if (unique.fields.length > 0) keys.add(keyOf(unique, located.record));
            keep.remove(located, kind);
          },
        },
        judgement: {
          isTaken: (unique, values, circumstances) => {
            const key = keyOf(unique, { parent: circumstances.parent?.uid ?? 0, values });
            const isNew = circumstances.existing === undefined;
            return (
              judgement.isTaken(unique, values, circumstances) ||
              (isNew && gone.get(circumstances.dataset)?.has(key) === true)
            );
          },
        },
      };
    },
  },
  {
    name: 'amounts-in-single-precision',
    does: 'Amounts are kept in columns of single precision.',
    reads: 'Shows amounts with the rounding of single precision: 0.13 as 0.12999999523162842.',
    change: ({ results, balance }) => ({
      results: {
        show: (field, record, kind) => {
          const value = results.show(field, record, kind);
          return field.kind === 'money' && typeof value === 'number' ? Math.fround(value) : value;
        },
      },
      balance: { amount: (cents) => Math.fround(balance.amount(cents)) },
    }),
  },
  {
    name: 'citizenships-cached-without-student',
    does: 'The list of citizenships is cached until one is written, under a key without the student.',
    reads: 'Lists the citizenships of another student, whose list was asked for before.',
    change: ({ read, keep }, stages) => {
      let cached = new WeakMap<Dataset, Reply>();
      const forget = (family: string): void => {
        if (family === 'student-citizenships') cached = new WeakMap();
      };
      return {
        read: {
          list: (kind, exchange) => {
            const reply = read.list(kind, exchange);
            if (kind.family.name !== 'student-citizenships') return reply;
            const dataset = stages.data.store.of(exchange.caller.organisation);
            const shown = cached.get(dataset) ?? reply;
            cached.set(dataset, shown);
            return shown;
          },
        },
        keep: {
          add: (record, kind, circumstances) => {
            forget(kind.family.name);
            keep.add(record, kind, circumstances);
          },
          replace: (existing, examined, circumstances) => {
            forget(examined.kind.family.name);
            keep.replace(existing, examined, circumstances);
          },
          remove: (located, kind) => {
            forget(kind.family.name);
            keep.remove(located, kind);
          },
        },
      };
    },
  },
  {
    name: 'shard-down',
    does: 'The replica that reads of every fourth uid go to is down.',
    reads:
      'Answers 500 to the read of some records and not of others, of whatever family: those whose uid is divisible by four.',
    change: ({ read }, stages) => ({
      read: {
        one: (kind, exchange) => {
          const { record } = stages.locate.record(kind, exchange);
          if (record.uid % 4 === 0) throw failed();
          return read.one(kind, exchange);
        },
      },
    }),
  },
  {
    name: 'list-from-stale-index',
    does: 'Lists come from a search index that learns of new and deleted records, and not of changed ones.',
    reads: 'Lists a record as it was before a PATCH, while its own read shows the change.',
    change: ({ read, keep }) => {
      const indexed = new Map<number, StoredRecord>();
      return {
        keep: {
          add: (record, kind, circumstances) => {
            indexed.set(record.uid, record);
            keep.add(record, kind, circumstances);
          },
        },
        read: {
          record: (uid, table, kind) => (table.records.has(uid) ? indexed.get(uid) : read.record(uid, table, kind)),
        },
      };
    },
  },
  {
    name: 'long-batch-timed-out',
    does: 'The gateway gives up on a POST of more than fifty items.',
    reads: 'Answers 504 to a POST of more than fifty items.',
    change: ({ write }) => ({
      write: {
        items: (items, circumstances) => {
          if (items.length > 50) {
            const detail = 'The service did not answer in time.';
            throw new GatewayError(504, { code: 'gateway_timeout', detail });
          }
          return write.items(items, circumstances);
        },
      },
    }),
  },
  {
    name: 'balance-counts-deleted-loans',
    does: 'The HELP balance is a sum that grows with each loan and does not shrink when one is deleted.',
    reads: 'Still counts a loan in the HELP balance after it was deleted.',
    change: ({ balance, keep }) => {
      const deleted = new Map<string, number>();
      return {
        keep: {
          remove: (located, kind) => {
            const { students_uid: student, help_loan_amount: amount } = located.record.values;
            if (kind.family.name === 'loans' && typeof student === 'number' && typeof amount === 'number')
              deleted.set(String(student), (deleted.get(String(student)) ?? 0) + Math.round(amount * 100));
            keep.remove(located, kind);
          },
        },
        balance: {
          read: (exchange) => {
            const reply = balance.read(exchange);
            const more = deleted.get(exchange.parameters[0] ?? '') ?? 0;
            const body = JSON.parse(reply.body ?? '{}') as { result?: { help_balance?: Record<string, unknown> } };
            const shown = body.result?.help_balance;
            const amount = shown?.['help_balance_amount'];
            if (shown && typeof amount === 'number')
              shown['help_balance_amount'] = (Math.round(amount * 100) + more) / 100;
            return { ...reply, body: JSON.stringify(body) };
          },
        },
      };
    },
  },
  {
    name: 'unchanged-row-not-found',
    does: 'A PATCH asks the database how many rows it changed, and takes none for a record that is not there.',
    reads: 'Answers 404 to a PATCH that leaves the record as it is.',
    change: ({ write }, stages) => ({
      write: {
        change: (item, existing, circumstances) => {
          const examined = stages.judgement.examine(item, circumstances);
          if (findingsOf(examined).length === 0 && sorted(examined.values) === sorted(existing.values))
            throw notFound();
          return write.change(item, existing, circumstances);
        },
      },
    }),
  },
  {
    name: 'digits-as-numbers',
    does: 'The serialiser writes every text that is made of digits as a number.',
    reads: 'Sends codes and other texts that are made of digits as numbers.',
    change: around(() => async (call, deliver) => {
      const reply = await deliver(call);
      if (reply.body === undefined || reply.headers['content-type'] !== 'application/json') return reply;
      const numeric = (_name: string, value: unknown): unknown =>
        typeof value === 'string' && /^[0-9]{1,15}$/.test(value) ? Number(value) : value;
      return { ...reply, body: JSON.stringify(JSON.parse(reply.body, numeric)) };
    }),
  },
];

const hourInSydney = new Intl.DateTimeFormat('en-AU', {
  timeZone: 'Australia/Sydney',
  hour: '2-digit',
  hourCycle: 'h23',
});

/** The day before, for a date whose midnight is an hour earlier than that of the winter. */
function withoutSummerTime(date: string): string {
  const midnight = new Date(`${date}T00:00:00+10:00`);
  if (Number.isNaN(midnight.getTime()) || hourInSydney.format(midnight) === '00') return date;
  return new Date(Date.parse(`${date}T00:00:00Z`) - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

function sorted(values: Values): string {
  return JSON.stringify(Object.entries(values).toSorted(([a], [b]) => a.localeCompare(b)));
}
