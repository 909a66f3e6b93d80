/** The part of the fourth exam about student-reporting in earlier versions. */
import { asking, type Reply } from '../../../services/http/message.ts';
import type { StagesOf } from '../../../services/index.ts';
import { UidList } from '../../../services/student-reporting/engine/uid-list.ts';
import { around, behind, type Question } from '../exam.ts';

const modes = ['INTERNAL', 'EXTERNAL', 'MULTI_MODAL', 'OS_CAMPUS', 'OS_ONLINE', 'OS_MULTI', 'ONLINE'];

const collection = /^\/(campuses|courses|courses-of-study|courses-on-campus|students|units-of-study)$/;

export const earlierVersions: readonly Question<StagesOf['student-reporting']>[] = [
  {
    name: 'joined-with-campuses',
    spec: '2.1.05',
    does: 'The list of unit enrolments is joined with the campuses: what has no campus is not in it.',
    reads: 'Leaves unit enrolments without a campus out of the list.',
    change: ({ read }, { data }) => ({
      read: {
        listed: (kind, exchange) => {
          const list = read.listed(kind, exchange);
          if (kind.family.name !== 'unit-enrolments') return list;
          const { records } = data.store.of(exchange.caller.organisation).table(kind.family.name);
          const joined = new UidList();
          for (const uid of list) if (records.get(uid)?.values['campuses_uid'] !== undefined) joined.add(uid);
          return joined;
        },
      },
    }),
  },
  {
    name: 'lists-with-a-slash',
    spec: '2.1.05',
    does: 'The framework redirects each collection that is read to its path with a slash at the end: 301.',
    reads: 'Redirects lists with 301 to the path with a slash at its end.',
    change: behind(() => (call, deliver) => {
      if (call.method !== 'GET') return deliver(call);
      if (collection.test(call.path)) {
        const moved: Reply = { status: 301, headers: { location: `${call.path}/` } };
        return Promise.resolve(moved);
      }
      const bare = call.path.replace(/\/$/, '');
      return deliver(collection.test(bare) ? asking(call, { path: bare }) : call);
    }),
  },
  {
    name: 'mode-by-its-name',
    spec: '2.1.06',
    does: 'The serializer writes mode_of_attendance_code by the name of its constant: "INTERNAL" for "1".',
    reads: 'Shows mode_of_attendance_code by a name such as "INTERNAL" instead of its code.',
    change: ({ results }) => ({
      results: {
        show: (field, record, kind) => {
          const value = results.show(field, record, kind);
          return field.name === 'mode_of_attendance_code' ? modes[Number(value) - 1] : value;
        },
      },
    }),
  },
  {
    name: 'loan-still-pending',
    spec: '3.0.8',
    does: 'A loan is processed in the background: the first time that it is shown its status is PENDING.',
    reads: 'Shows a new loan with loan_status_code "PENDING", which is not in the list of codes.',
    change: ({ results }) => {
      const seen = new Set<number>();
      return {
        results: {
          show: (field, record, kind) => {
            const value = results.show(field, record, kind);
            if (field.name !== 'loan_status_code' || seen.has(record.uid)) return value;
            seen.add(record.uid);
            return 'PENDING';
          },
        },
      };
    },
  },
  {
    name: 'page-headers-not-in-the-key',
    spec: '3.0.8',
    does: 'A cache keeps lists of unit enrolments until the next write, and does not look at the headers that ask for a page.',
    reads: 'Answers a call for another page of unit enrolments with the page that was asked for before.',
    change: around(() => {
      const kept = new Map<string, Reply>();
      return async (call, deliver) => {
        if (call.method !== 'GET') {
          kept.clear();
          return deliver(call);
        }
        if (!/^\/students\/\d+\/unit-enrolments$/.test(call.path)) return deliver(call);
        const key = [call.path, call.header('access-token'), call.header('accept')].join(' ');
        const reply = kept.get(key) ?? (await deliver(call));
        if (reply.status === 200) kept.set(key, reply);
        return reply;
      };
    }),
  },
];
