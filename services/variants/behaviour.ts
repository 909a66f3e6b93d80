import type { Reply } from '../http/message.ts';
import type { Variant } from './variant.ts';

/** Methods that HTTP itself has (RFC 9110, section 9, and RFC 5789): a server that knows no others may say so. */
const KNOWN_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT'];

function isStored({ status, headers }: Reply): boolean {
  return status === 201 && (headers['content-type'] ?? '') !== '';
}

export const behaviourVariants = {
  'other-statuses': {
    describes: 'student-reporting returns 200 for a POST that stored a record, and 204 without content for a DELETE.',
    allowedBy: 'No document shows a success status, so 200 and 201, and 200 and 204, are both taken (assumed).',
    apply: (reply, { method }, { service }) => {
      if (service !== 'student-reporting') return reply;
      if (method === 'POST' && isStored(reply)) return { ...reply, status: 200 };
      const isDone = method === 'DELETE' && reply.status === 200 && reply.body?.startsWith('{"success":true') === true;
      if (!isDone) return reply;
      const headers = Object.fromEntries(Object.entries(reply.headers).filter(([name]) => name !== 'content-type'));
      return { status: 204, headers };
    },
  },
  'unknown-method-501': {
    describes: 'An unknown method returns 501 without Allow.',
    allowedBy: 'RFC 9110, section 9.1 and section 15.6.2.',
    apply: (reply, { method }) => {
      if (KNOWN_METHODS.includes(method) || reply.status !== 405) return reply;
      const headers = Object.fromEntries(Object.entries(reply.headers).filter(([name]) => name !== 'allow'));
      return { ...reply, status: 501, headers };
    },
  },
  'options-200': {
    describes: 'OPTIONS returns 200 without content, and Allow has another order and no spaces.',
    allowedBy: 'RFC 9110, section 9.3.7 and section 5.6.1.',
    apply: (reply, { method }) => {
      const { allow } = reply.headers;
      if (allow === undefined) return reply;
      const other = allow.split(', ').reverse().join(',');
      const headers = { ...reply.headers, allow: other };
      return method === 'OPTIONS'
        ? { status: 200, headers: { ...headers, 'content-length': '0' } }
        : { ...reply, headers };
    },
  },
  'large-ids': {
    describes: 'Uids have sixteen digits, and the ids of partners are short numbers.',
    allowedBy:
      'Uids are positive integers and ids match their pattern (assumed); 2^53 - 1 is the highest number that all read alike.',
  },
  'others-write': {
    describes:
      'Before each response, another client creates, changes or deletes one of its records in every collection of every organisation.',
    allowedBy:
      'No document says that a service is there for one client alone: an organisation has many devices and people.',
    hasOthers: true,
  },
  'one-update-at-a-time': {
    describes: 'An update of a record returns 409 while another update of it is in progress.',
    allowedBy:
      'RFC 5789, section 2.2: a request that conflicts with the state of the resource, or is applied concurrently.',
  },
  slow: {
    describes: 'Every response takes 400 milliseconds.',
    allowedBy: 'No document states a limit.',
    apply: async (reply, _call, { sleep }) => {
      await sleep(400);
      return reply;
    },
  },
} as const satisfies Readonly<Record<string, Variant>>;
