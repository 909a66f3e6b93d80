/** The eleventh exam, of student-reporting in all its versions: faults drawn from bug reports of services, two for each of a dozen searches. */
import { GatewayError } from '../../../services/http/gateway-error.ts';
import { asking } from '../../../services/http/message.ts';
import { sizeHeader } from '../../../services/student-reporting/engine/pagination.ts';
import type { Exam } from '../exam.ts';

export const exam: Exam = {
  'student-reporting': [
    {
      name: 'created-without-type',
      does: 'A student can be created without student_types; whatever shows it then reads the types of nothing.',
      reads: 'Accepts the POST of a student without student_types, which is required; reads of that student then fail.',
      change: ({ judgement: { field }, results: { view } }) => ({
        judgement: {
          field: (bound, given, circumstances) => {
            const isOfTypes = circumstances.kind.family.name === 'students' && bound.field.name === 'student_types';
            if (isOfTypes && circumstances.existing === undefined && given.given === undefined) return [];
            return field(bound, given, circumstances);
          },
        },
        results: {
          view: (record, kind) => {
            if (kind.family.name !== 'students' || record.values['student_types'] !== undefined)
              return view(record, kind);
            throw new GatewayError(500, { code: 'internal_error', detail: 'The request could not be handled.' });
          },
        },
      }),
    },
    {
      name: 'removal-taken-for-nothing',
      spec: '2.1.06',
      does: 'What a PATCH empties is taken for what it does not give.',
      reads: 'A PATCH that sets an optional field to null leaves its value as it was.',
      change: ({ judgement: { merge } }) => ({
        judgement: {
          merge: (item, circumstances) => {
            if (circumstances.existing === undefined) return merge(item, circumstances);
            const given = new Map([...item.given].filter(([, value]) => value !== null));
            return merge({ ...item, given }, circumstances);
          },
        },
      }),
    },
    {
      name: 'filter-lost-beside-others',
      spec: '3.0.8',
      does: 'A query parameter that is not known makes the condition of the query fall away.',
      reads:
        'With a query parameter that it does not know, the list of the unit enrolments of a student shows those of all students.',
      change: ({ read: { listed } }, { data }) => ({
        read: {
          listed: (kind, exchange) => {
            const own = listed(kind, exchange);
            if (kind.family.name !== 'unit-enrolments' || exchange.call.query === '') return own;
            return data.store.of(exchange.caller.organisation).table(kind.family.name).all;
          },
        },
      }),
    },
    {
      name: 'size-ignored-in-places',
      spec: '2.1.05',
      does: 'The lists of courses and of campuses were never given the size of the page that is asked for.',
      reads: 'GET of courses and of campuses ignores tcsi-pagination-pagesize.',
      change: ({ paging: { ask } }) => ({
        paging: {
          ask: (call, family) => {
            if (family.name !== 'courses' && family.name !== 'campuses') return ask(call, family);
            const header = (name: string): string | undefined => (name === sizeHeader ? undefined : call.header(name));
            return ask(asking(call, { header }), family);
          },
        },
      }),
    },
    {
      name: 'not-found-unhandled',
      spec: '2.1.06',
      does: 'What is thrown where no record is found is handled nowhere: the server shows its own page.',
      reads: 'Answers 500 with a page of HTML where a path names a record that does not exist, rather than 404.',
      change: ({ delivery: { answer }, gateway: { route } }) => ({
        delivery: {
          answer: async (call) => {
            const reply = await answer(call);
            if (reply.status !== 404 || route(call.path) === undefined) return reply;
            const body = '<html><head><title>500 Internal Server Error</title></head><body></body></html>';
            return { status: 500, headers: { ...reply.headers, 'content-type': 'text/html' }, body };
          },
        },
      }),
    },
    {
      name: 'single-precision',
      does: 'Amounts are kept as floating-point numbers of 32 bits.',
      reads:
        'Amounts come back in single precision, with other decimals than were given (1234.56 as 1234.56005859375).',
      change: ({ results: { show } }) => ({
        results: {
          show: (field, record, kind) => {
            const value = show(field, record, kind);
            return field.kind === 'money' && typeof value === 'number' ? Math.fround(value) : value;
          },
        },
      }),
    },
    {
      name: 'decimals-as-text',
      spec: '2.1.05',
      does: 'The serializer writes decimal numbers as strings.',
      reads: 'Shows amounts as strings rather than as numbers.',
      change: ({ results: { show } }) => ({
        results: {
          show: (field, record, kind) => {
            const value = show(field, record, kind);
            return field.kind === 'money' && typeof value === 'number' ? String(value) : value;
          },
        },
      }),
    },
    {
      name: 'stored-each-time',
      spec: '3.0.8',
      does: 'A POST looks for nothing that is there already.',
      reads: 'A POST that is repeated creates the record a second time, rather than being refused as already reported.',
      change: ({ judgement: { isTaken } }) => ({
        judgement: {
          isTaken: (unique, values, circumstances) =>
            (circumstances.existing !== undefined || circumstances.before !== undefined) &&
            isTaken(unique, values, circumstances),
        },
      }),
    },
    {
      name: 'list-without-token',
      does: 'The list of students was left out where access is checked.',
      reads: 'Answers GET /students without an access token, with the students.',
      change: ({ door: { admit } }, { door }, { devices }) => ({
        door: {
          admit: (call) => {
            const [first] = devices;
            const isList = call.method === 'GET' && call.path === '/students';
            return isList && first !== undefined && door.tokenOf(call) === undefined
              ? { organisation: first.organisation, device: first.device }
              : admit(call);
          },
        },
      }),
    },
    {
      name: 'location-too-long',
      spec: '2.1.06',
      does: 'The Location of a new record ends in the name of what was written within it.',
      reads:
        'The Location of a POST has one segment too many (/content), and leads nowhere: GET of it is answered 404.',
      change: ({ write: { location } }) => ({
        write: {
          location: (uid, circumstances) => {
            const headers = location(uid, circumstances);
            return { ...headers, location: `${headers['location'] ?? ''}/content` };
          },
        },
      }),
    },
    {
      name: 'head-unknown',
      spec: '3.0.8',
      does: 'The dispatcher of methods knows no HEAD.',
      reads: 'Answers HEAD with 400 where GET is answered with 200.',
      change: ({ gateway: { choose } }) => ({
        gateway: {
          choose: (call, route) => {
            if (call.method !== 'HEAD') return choose(call, route);
            throw new GatewayError(400, { code: 'bad_request', detail: 'The request is not valid.' });
          },
        },
      }),
    },
    {
      name: 'refusal-without-names',
      spec: '2.1.05',
      does: 'Where members of a body are not right, the response has the kind of the error and not the name of the member.',
      reads: 'The errors of a 400 for a body do not say which member is wrong: they have no pointer.',
      change: ({ shape: { refuse } }) => ({
        shape: {
          refuse: (entries) => {
            refuse(entries.map(({ code }) => ({ code, detail: 'The request is not valid.' })));
          },
        },
      }),
    },
  ],
};
