/** The questions of the third exam about the newest student-reporting: a part of third.ts. */
import { GatewayError } from '../../../services/http/gateway-error.ts';
import { UidList } from '../../../services/student-reporting/engine/uid-list.ts';
import type { Created } from '../../../services/student-reporting/engine/write.ts';
import type { Exam } from '../exam.ts';
import { failed } from './second-failed.ts';

export const studentReporting: NonNullable<Exam['student-reporting']> = [
  {
    name: 'batch-stops-at-first-error',
    does: 'The loop over the items of a POST ends at the first that is refused; nothing is said of those after it.',
    reads:
      'Does not handle the items of a POST that come after a refused one: the answer has fewer results than there are items.',
    first: {
      says: [
        ['item', 'batch', 'record', 'result', 'entries'],
        ['after', 'fewer', 'missing', 'number', 'rest', 'follow', 'stop', 'instead of', 'third', 'left out', 'beside'],
      ],
    },
    change: ({ write }) => ({
      write: {
        items: (items, circumstances) => {
          const created: Created[] = [];
          for (const [index, item] of items.entries()) {
            const one = write.item(item, circumstances, index);
            created.push(one);
            if (one.uids.length === 0) break;
          }
          return {
            results: created.flatMap(({ results }) => results),
            uids: created.flatMap(({ uids }) => uids),
          };
        },
      },
    }),
  },
  {
    name: 'delete-of-nothing-500',
    does: 'The store throws where there is no row to delete, and nobody catches it.',
    reads: 'Answers 500 instead of 404 to the DELETE of a record that is not there, or not there any more.',
    first: {
      kind: 'breakdown',
      says: [
        '500',
        ['delet'],
        [
          'unknown',
          'gone',
          'second',
          'again',
          'not there',
          'no longer',
          'never',
          'not exist',
          'deleted',
          'nothing',
          'id',
        ],
      ],
    },
    change: ({ write }) => ({
      write: {
        remove: (kind, exchange) => {
          try {
            return write.remove(kind, exchange);
          } catch (error) {
            throw error instanceof GatewayError && error.status === 404 ? failed() : error;
          }
        },
      },
    }),
  },
  {
    name: 'years-of-two-digits',
    does: 'Years are kept with two digits; what is below 30 is of this century.',
    reads: 'Shows a date_of_birth of 1900 as one of 2000: a century late.',
    first: { says: ['date_of_birth', ['2000', 'century', '1900', 'hundred']] },
    change: ({ results }) => ({
      results: {
        show: (field, record, kind) => {
          const value = results.show(field, record, kind);
          return field.kind === 'date' && typeof value === 'string' ? value.replace(/^19(?=[0-2])/, '20') : value;
        },
      },
    }),
  },
  {
    name: 'changed-records-listed-last',
    does: 'Lists come in the order in which the rows lie in the table, and a row that is changed is written at its end.',
    reads: 'Lists a record last once it was changed by a PATCH; the uids do not ascend any more.',
    first: {
      says: [
        ['list', 'page', 'walk'],
        ['order', 'last', 'end', 'ascend', 'moves'],
        ['change', 'update', 'patch'],
      ],
    },
    change: ({ keep, paging }) => {
      const changed = new Map<number, number>();
      let changes = 0;
      return {
        keep: {
          replace: (existing, examined, circumstances) => {
            changes += 1;
            changed.set(existing.uid, changes);
            keep.replace(existing, examined, circumstances);
          },
        },
        paging: {
          cut: (list, asked, family) => {
            const uids = list.slice(0, Infinity);
            if (uids.every((uid) => !changed.has(uid))) return paging.cut(list, asked, family);
            const rows = uids.toSorted((a, b) => (changed.get(a) ?? 0) - (changed.get(b) ?? 0));
            const { isEnabled, page, size } = asked;
            return isEnabled ? rows.slice((page - 1) * size, page * size) : rows.slice(0, size);
          },
        },
      };
    },
  },
  {
    name: 'students-joined-with-citizenships',
    does: 'The list of students is an inner join with their citizenships.',
    reads: 'Leaves students that have no citizenship out of the list of students.',
    first: {
      says: ['student', 'list', ['citizenship', 'without', 'least', 'required', 'new', 'missing', 'leaves out']],
    },
    change: ({ read }, stages) => ({
      read: {
        shown: (page, list, kind, exchange) => {
          if (kind.family.name !== 'students') return read.shown(page, list, kind, exchange);
          const citizenships = stages.data.store.of(exchange.caller.organisation).table('student-citizenships');
          const joined = page.filter((uid) => citizenships.below(uid).length > 0);
          return read.shown(joined, list, kind, exchange);
        },
      },
    }),
  },
  {
    name: 'patch-deletes-children',
    does: 'The mapper takes a PATCH for the whole student: the lists of children that it does not have are emptied.',
    reads: 'A PATCH of a student deletes its citizenships and disabilities.',
    first: {
      says: [
        ['citizenship', 'disabilit', 'child', 'nested', 'below'],
        ['patch', 'update', 'change'],
        ['delet', 'remov', 'lose', 'lost', 'gone', 'disappear', 'loses'],
      ],
    },
    change: ({ keep }) => ({
      keep: {
        replace: (existing, examined, circumstances) => {
          keep.replace(existing, examined, circumstances);
          if (examined.kind.family.name !== 'students') return;
          const { dataset } = circumstances;
          for (const child of examined.kind.nested.values()) {
            const table = dataset.table(child.family.name);
            for (const uid of table.below(existing.uid).slice(0, Infinity)) {
              const record = table.records.get(uid);
              if (record) dataset.remove(record, child);
            }
          }
        },
      },
    }),
  },
  {
    name: 'nobodys-list-is-empty',
    does: 'A list below a record is a query by the uid of that record, which finds nothing where there is no such record.',
    reads: 'Answers the list below a record that does not exist with 200 and no records, instead of 404.',
    first: {
      says: ['200', ['unknown', 'not know', 'not there', 'never', 'not exist', 'no such', 'id', 'deleted', 'nobody']],
    },
    change: ({ read }) => ({
      read: {
        listed: (kind, exchange) => {
          try {
            return read.listed(kind, exchange);
          } catch (error) {
            if (error instanceof GatewayError && error.status === 404) return new UidList();
            throw error;
          }
        },
      },
    }),
  },
  {
    name: 'list-without-new-members',
    does: 'Reads of one unit enrolment were moved to 3.0.8, its list was forgotten: it has not the members that came then.',
    reads:
      'Leaves course_assurance_indicator and recognition_of_prior_learning_code out of the list of unit enrolments; the read of one has them.',
    first: {
      says: ['list', ['course_assurance_indicator', 'recognition_of_prior_learning_code']],
    },
    change: ({ read }) => ({
      read: {
        shown: (page, list, kind, exchange) => {
          const shown = read.shown(page, list, kind, exchange);
          if (kind.family.name !== 'unit-enrolments') return shown;
          const later = ['course_assurance_indicator', 'recognition_of_prior_learning_code'];
          return JSON.parse(
            JSON.stringify(shown, (name, value: unknown) => (later.includes(name) ? undefined : value)),
          ) as unknown[];
        },
      },
    }),
  },
  {
    name: 'amount-of-patch-is-added',
    does: 'The help_loan_amount of a PATCH is booked: it is added to what was there.',
    reads: 'Adds the help_loan_amount of a PATCH of a loan to what it was, instead of replacing it.',
    first: { at: 'loans/update', says: ['help_loan_amount'] },
    change: ({ judgement }) => ({
      judgement: {
        merge: (item, circumstances) => {
          const values = judgement.merge(item, circumstances);
          const before = circumstances.existing?.values['help_loan_amount'];
          const given = item.given.get('help_loan_amount');
          if (circumstances.kind.family.name !== 'loans' || typeof before !== 'number' || typeof given !== 'number')
            return values;
          return { ...values, help_loan_amount: Math.round((before + given) * 100) / 100 };
        },
      },
    }),
  },
  {
    name: 'zero-and-false-left-out',
    does: 'The serialiser leaves out what has the value that its type begins with: 0 and false.',
    reads:
      'Leaves members out of what it shows where their value is 0 or false, such as help_balance_amount of a student without loans.',
    first: {
      says: [
        ['0', 'false', 'zero'],
        ['leaves', 'left out', 'missing', 'lacks', 'without', 'absent', 'omit', 'not show', 'does not have', 'nothing'],
      ],
    },
    change: ({ results, balance }) => ({
      results: {
        show: (field, record, kind) => {
          const value = results.show(field, record, kind);
          return value === 0 || value === false ? undefined : value;
        },
      },
      balance: {
        read: (exchange) => {
          const reply = balance.read(exchange);
          const body: unknown = JSON.parse(reply.body ?? '{}', (_name, value: unknown) =>
            value === 0 ? undefined : value,
          );
          return { ...reply, body: JSON.stringify(body) };
        },
      },
    }),
  },
];
