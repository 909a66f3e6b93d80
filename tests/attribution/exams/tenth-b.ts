/** The tenth exam, of student-reporting in all its versions: faults as bug reports of services tell of them. */
import { methodNotAllowed } from '../../../services/gateway.ts';
import { GatewayError } from '../../../services/http/gateway-error.ts';
import { json } from '../../../services/http/message.ts';
import { isCalendarDate } from '../../../services/model/calendar.ts';
import type { Value } from '../../../services/model/field.ts';
import { keyOf, type Dataset } from '../../../services/student-reporting/engine/store.ts';
import type { Exam } from '../exam.ts';

const DAY_MS = 86_400_000;

/** The day before one that there is; anything else as it is. */
function dayBefore(value: Value | null): Value | null {
  if (typeof value !== 'string' || !isCalendarDate(value) || value <= '0001-01-01') return value;
  return new Date(Date.parse(`${value}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);
}

export const exam: Exam = {
  'student-reporting': [
    {
      name: 'refusal-without-reasons',
      spec: '3.0.8',
      does: 'Where the members of a body are not right, the status is set and the reasons are never written.',
      reads: 'A body with missing, unknown or mistyped members is refused with a 400 that has no content.',
      change: ({ gateway: { refuse } }) => ({
        gateway: {
          refuse: (error) => {
            const reply = refuse(error);
            const isOfBody = error.entries.some(({ source }) => source !== undefined && 'pointer' in source);
            if (error.status !== 400 || !isOfBody) return reply;
            const { 'content-type': _type, ...headers } = reply.headers;
            return { status: 400, headers };
          },
        },
      }),
    },
    {
      name: 'methods-let-through',
      spec: '2.1.06',
      does: 'The list of methods that are let through to the service does not have PATCH.',
      reads: 'Refuses every PATCH with 405.',
      change: ({ gateway: { choose } }) => ({
        gateway: {
          choose: (call, route) => {
            if (call.method !== 'PATCH') return choose(call, route);
            const others = route.allow.split(', ').filter((method) => method !== 'PATCH');
            throw methodNotAllowed(others.join(', '));
          },
        },
      }),
    },
    {
      name: 'pages-without-order',
      spec: '2.1.05',
      does: 'The query of a page of courses says no order: with an offset the database takes the newest record first.',
      reads: 'Pages of courses overlap: a course stands on two of them, and another on none.',
      change: ({ paging: { cut } }) => ({
        paging: {
          cut: (list, asked, family) => {
            if (family.name !== 'courses' || !asked.isEnabled || asked.page === 1) return cut(list, asked, family);
            const all = [...list];
            const otherwise = [...all.slice(-1), ...all.slice(0, -1)];
            return otherwise.slice((asked.page - 1) * asked.size, asked.page * asked.size);
          },
        },
      }),
    },
    {
      name: 'cursor-of-a-tie',
      does: 'A page begins where the value last shown begins, which up to three records of the page before have too.',
      reads: 'Every page but the first begins with records that the page before has shown already.',
      change: ({ paging: { cut } }) => ({
        paging: {
          cut: (list, asked, family) => {
            const page = cut(list, asked, family);
            if (!asked.isEnabled || asked.page === 1 || page.length === 0) return page;
            const start = (asked.page - 1) * asked.size;
            return [...list.slice(start - Math.min(3, asked.size), start), ...page].slice(0, asked.size);
          },
        },
      }),
    },
    {
      name: 'deletion-unchecked',
      spec: '3.0.8',
      does: 'DELETE answers as if the record had gone, whether the database has let it go or not.',
      reads: 'DELETE of a record that others refer to is answered as a success, though the record stays.',
      change: ({ write: { remove } }, { locate, keep }) => ({
        write: {
          remove: (kind, exchange) => {
            const located = locate.record(kind, exchange);
            if (keep.reasonToStay(located, kind) === undefined) return remove(kind, exchange);
            return json(200, { success: true, result: { [kind.family.uid]: located.record.uid } });
          },
        },
      }),
    },
    {
      name: 'midnight-of-another-zone',
      spec: '2.1.06',
      does: 'A date is read as midnight in the zone of the server and kept in UTC, where it is still the day before.',
      reads: 'Dates come back one day earlier than they were given.',
      change: ({ judgement: { merge } }) => ({
        judgement: {
          merge: (item, circumstances) => {
            const read = [...item.given].map(([name, value]) => {
              const isDate = circumstances.kind.writable.get(name)?.field.kind === 'date';
              return [name, isDate ? dayBefore(value) : value] as const;
            });
            return merge({ ...item, given: new Map(read) }, circumstances);
          },
        },
      }),
    },
    {
      name: 'members-moved',
      does: 'Reads of students were made over: chessn was forgotten, and usi was moved into an object of its own.',
      reads: 'The read of a student leaves out chessn, and shows usi within an object `identifiers`.',
      change: ({ results: { view } }) => ({
        results: {
          view: (record, kind) => {
            const shown = view(record, kind);
            if (kind.family.name !== 'students') return shown;
            const { chessn: _chessn, usi, ...others } = shown[kind.family.singular] ?? {};
            return { [kind.family.singular]: { ...others, ...(usi === undefined ? {} : { identifiers: { usi } }) } };
          },
        },
      }),
    },
    {
      name: 'numbers-unreadable',
      spec: '2.1.05',
      does: 'What cannot be read as a number, a UID or a page header, is answered by a handler that sets no Content-Type.',
      reads: 'The errors for a UID or a page header that is not a number have no Content-Type.',
      change: ({ delivery: { deliver }, gateway: { route } }) => ({
        delivery: {
          deliver: async (call) => {
            const reply = await deliver(call);
            const isUid = (text: string): boolean => /^[1-9][0-9]{0,15}$/.test(text);
            const isOfPath = reply.status === 404 && route(call.path)?.parameters.every(isUid) === false;
            const isOfHeader = reply.status === 400 && reply.body?.includes('"code":"invalid_header"') === true;
            if (!isOfPath && !isOfHeader) return reply;
            const { 'content-type': _type, ...headers } = reply.headers;
            return { ...reply, headers };
          },
        },
      }),
    },
    {
      name: 'insert-that-meets',
      spec: '3.0.8',
      does: 'Whether a value is taken is looked up before it is written: of two POSTs at once the later meets the constraint of the database.',
      reads:
        'A POST that repeats a record made just before is answered 400 with the message of the database, rather than refused as already reported.',
      // An exam sends one call after the other: a POST that follows another with nothing between them is taken for one that meets it.
      change: ({ delivery: { deliver }, judgement: { isTaken }, keep: { add } }) => {
        let before = new Set<number>();
        let now = new Set<number>();
        return {
          delivery: {
            deliver: (call) => {
              before = now;
              now = new Set();
              return deliver(call);
            },
          },
          judgement: {
            isTaken: (unique, values, circumstances) => {
              const { kind, dataset, existing, parent, before: siblings } = circumstances;
              if (!isTaken(unique, values, circumstances)) return false;
              const holder = dataset
                .table(kind.family.name)
                .holder(keyOf(unique, { parent: parent?.uid ?? 0, values }));
              const isMet = holder !== undefined && before.has(holder);
              if (existing !== undefined || siblings !== undefined || !isMet) return true;
              const constraint = `${kind.family.name.replaceAll('-', '_')}_${unique.names}_key`;
              const detail = `ERROR: duplicate key value violates unique constraint "${constraint}"`;
              throw new GatewayError(400, { code: 'bad_request', detail });
            },
          },
          keep: {
            add: (record, kind, circumstances) => {
              now.add(record.uid);
              add(record, kind, circumstances);
            },
          },
        };
      },
    },
    {
      name: 'encoded-twice',
      does: 'The texts of campuses pass through a system that reads UTF-8 as Latin-1.',
      reads: 'Texts of a campus come back encoded twice: Ã© where é was given.',
      change: ({ results: { show } }) => ({
        results: {
          show: (field, record, kind) => {
            const value = show(field, record, kind);
            if (kind.family.name !== 'campuses' || field.kind !== 'text' || typeof value !== 'string') return value;
            return Buffer.from(value, 'utf8').toString('latin1');
          },
        },
      }),
    },
    {
      name: 'deleted-ones-counted',
      spec: '2.1.06',
      does: 'Deleted records are marked as such and kept; the query that counts the records of a list forgets to leave them out.',
      reads: 'The number of pages is counted with the records that were deleted.',
      change: ({ keep: { remove }, read: { list }, paging: { tell } }, { data }) => {
        const gone = new WeakMap<Dataset, Map<string, number>>();
        let deleted = 0;
        return {
          keep: {
            remove: (located, kind) => {
              const { name, listedBelow } = kind.family;
              const { record, dataset } = located;
              const shelf = `${name} ${String(listedBelow ? record.values[listedBelow.field] : record.parent)}`;
              const counts = gone.get(dataset) ?? new Map<string, number>();
              gone.set(dataset, counts.set(shelf, (counts.get(shelf) ?? 0) + 1));
              remove(located, kind);
            },
          },
          read: {
            list: (kind, exchange) => {
              const shelf = `${kind.family.name} ${exchange.parameters[0] ?? '0'}`;
              deleted = gone.get(data.store.of(exchange.caller.organisation))?.get(shelf) ?? 0;
              return list(kind, exchange);
            },
          },
          paging: { tell: (records, asked, family) => tell(records + deleted, asked, family) },
        };
      },
    },
    {
      name: 'count-of-the-page',
      spec: '2.1.05',
      does: 'The query that counts the records has the limit and the offset of the page.',
      reads: 'The number of pages is counted from the records of the page alone: it is 1, and no next page is told.',
      change: ({ paging: { cut, tell } }) => {
        let counted = 0;
        return {
          paging: {
            cut: (list, asked, family) => {
              const page = cut(list, asked, family);
              counted = page.length;
              return page;
            },
            tell: (_records, asked, family) => tell(counted, asked, family),
          },
        };
      },
    },
  ],
};
