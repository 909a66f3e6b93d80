/** HEAD, and what refuses a read or should have. */
import type { Caller } from '../../../services/access/access-token.ts';
import { notAcceptable } from '../../../services/gateway.ts';
import { GatewayError } from '../../../services/http/gateway-error.ts';
import { json } from '../../../services/http/message.ts';
import { around, type Exam } from '../exam.ts';

const nobody: Caller = { organisation: '', device: '' };

const failed = (): GatewayError =>
  new GatewayError(500, {
    code: 'internal_error',
    detail: 'The service could not handle the request.',
  });

export const refusals: NonNullable<Exam['student-reporting']> = [
  {
    name: 'head-of-anything',
    does: 'HEAD of a record is answered by a handler of its own that does not look the record up.',
    reads: 'HEAD of a record that does not exist is answered 200, where GET is answered 404.',
    change: ({ run }) => ({
      run: Object.fromEntries(
        Object.entries(run)
          .filter(([name]) => name.endsWith('.read') && !/^(?:service|definition)\./.test(name))
          .map(([name, inner]) => [
            name,
            (exchange) =>
              exchange.call.method === 'HEAD'
                ? {
                    status: 200,
                    headers: { 'content-type': 'application/json' },
                  }
                : inner(exchange),
          ]),
      ),
    }),
  },
  {
    name: 'head-needs-no-token',
    does: 'The filter that looks at access tokens is set up for GET, POST, PATCH and DELETE.',
    reads: 'HEAD is answered without a valid access token, where GET is answered 401.',
    change: ({ door: { admit } }) => ({
      door: {
        admit: async (call) => {
          try {
            return await admit(call);
          } catch (error) {
            if (call.method !== 'HEAD') throw error;
            return nobody;
          }
        },
      },
    }),
  },
  {
    name: 'head-of-no-length',
    does: 'HEAD sends the length of what it sends, which is nothing.',
    reads: 'HEAD is answered with Content-Length 0, not with the length that GET has.',
    change: around(() => async (call, deliver) => {
      const reply = await deliver(call);
      if (call.method !== 'HEAD') return reply;
      return {
        ...reply,
        headers: { ...reply.headers, 'content-length': '0' },
        body: undefined,
      };
    }),
  },
  {
    name: 'balance-of-nobody-fails',
    does: 'The HELP balance uses the student that it looked up without asking whether there is one.',
    reads: 'The HELP balance of a student who does not exist is answered 500, rather than 404.',
    change: ({ balance: { student } }) => ({
      balance: {
        student: (exchange) => {
          try {
            return student(exchange);
          } catch {
            throw failed();
          }
        },
      },
    }),
  },
  {
    name: 'campus-id-not-a-number',
    does: 'The single read of a campus makes a number of the id and fails where it is none.',
    reads: 'GET of a campus whose id is not a number is answered 500, rather than 404.',
    change: ({ run }) => ({
      run: {
        'campuses.read': (exchange) => {
          if (!/^[0-9]+$/.test(exchange.parameters[0] ?? '')) throw failed();
          return run['campuses.read']?.(exchange) ?? json(500, {});
        },
      },
    }),
  },
  {
    name: 'lost-in-html',
    does: 'A path that the service does not have is answered by the web server in front, with its own page.',
    reads: 'The 404 of a path that does not exist is an HTML page, rather than JSON with errors.',
    change: () => ({
      gateway: {
        lost: () => ({
          status: 404,
          headers: { 'content-type': 'text/html' },
          body: '<html><head><title>404 Not Found</title></head><body><h1>404 Not Found</h1></body></html>',
        }),
      },
    }),
  },
  {
    name: 'accept-compared-whole',
    does: 'The Accept header is compared as a whole with application/json and */*.',
    reads: 'Refuses with 406 an Accept header that has application/json among other types or with a quality.',
    change: () => ({
      gateway: {
        accept: (call) => {
          const accept = call.header('accept')?.trim() ?? '';
          if (!['', '*/*', 'application/json'].includes(accept)) throw notAcceptable();
        },
      },
    }),
  },
  {
    name: 'students-listed-to-anybody',
    does: 'The list of students is open to anonymous calls; nobody has no students.',
    reads: 'The list of students without an access token is answered 200 with an empty list, rather than 401.',
    change: ({ door: { admit, tokenOf } }) => ({
      door: {
        admit: (call) => {
          const isList = call.path === '/students' && call.method === 'GET';
          return isList && tokenOf(call) === undefined ? nobody : admit(call);
        },
      },
    }),
  },
];
