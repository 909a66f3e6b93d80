import type { Reply } from '../../http/message.ts';
import { bodyChange, changedError, isSuccessWithBody, stackLeak } from './body-changes.ts';
import {
  everywhere,
  gatewayAnswer,
  isRefusal,
  refusing,
  withBody,
  withContentType,
  type Operator,
} from './operator.ts';

const schemaRule =
  'A response has the members and types of its definition (assumed; student-reporting section 9 says definitions are published).';
const errorRule = 'An error is JSON of the gateway family (assumed; student-reporting section 7 shows no error body).';
const jsonRule = 'A body is one JSON text in UTF-8 (RFC 8259, sections 2, 4 and 8.1).';
const innerRule = 'No response carries technical detail (assumed).';

const ofBody = (breaks: string, describes: string, change: (reply: Reply) => Reply): Operator => ({
  breaks,
  describes,
  scope: 'operation',
  fits: withBody,
  apply: change,
});

const ofError = (breaks: string, describes: string, change: (reply: Reply) => Reply): Operator => ({
  breaks,
  describes,
  scope: 'operation',
  fits: refusing,
  apply: (reply) => (isRefusal(reply) ? change(reply) : reply),
});

const inText =
  (change: (text: string) => string) =>
  (reply: Reply): Reply =>
    reply.body === undefined || reply.body === '' ? reply : { ...reply, body: change(reply.body) };

/** Bodies that are not what was documented. */
export const bodyOperators = {
  'body-member-dropped': ofBody(schemaRule, 'The first member of the payload is missing.', bodyChange('dropped')),
  'body-member-null': ofBody(schemaRule, 'The first member of the payload is null.', bodyChange('null')),
  'body-member-added': ofBody(schemaRule, 'The payload has a member that is not documented.', bodyChange('added')),
  'body-wrapped': ofBody(schemaRule, 'The body of a success is wrapped in {"data": …}.', (reply) =>
    isSuccessWithBody(reply) ? { ...reply, body: `{"data":${reply.body ?? ''}}` } : reply,
  ),
  'json-malformed': {
    ...ofBody(
      jsonRule,
      'Every body has a comma too many at its end.',
      inText((text) => `${text},`),
    ),
    fits: everywhere,
  },
  'json-member-twice': {
    ...ofBody(
      jsonRule,
      'The first member of every body stands there twice.',
      inText((text) => text.replace(/"(?:[^"\\]|\\.)*":(?:"(?:[^"\\]|\\.)*"|-?[0-9.]+|true|false|null)/, '$&,$&')),
    ),
    fits: everywhere,
  },
  'number-unsafe': {
    ...ofBody(
      'Numbers lie within what every client reads alike (RFC 8259, section 6).',
      'Every object begins with a serial number beyond 2^53.',
      inText((text) => text.replace(/\{(?!\})/, '{"serial":9007199254740993001,')),
    ),
    fits: everywhere,
  },
  'error-echo': {
    breaks: 'An error does not repeat the request (assumed; RFC 9457, section 5).',
    describes: 'A call with content is answered 400, and its content is sent back.',
    scope: 'operation',
    fits: ({ method }) => method === 'POST' || method === 'PATCH',
    apply: async (reply, call) => {
      const sent = Buffer.from((await call.read(1024 * 1024)) ?? new Uint8Array()).toString('utf8');
      return sent === '' ? reply : gatewayAnswer(reply, 400, `This cannot be understood: ${sent}`);
    },
  },
  'body-html-error': ofError(errorRule, 'Errors are HTML pages.', (reply) => ({
    ...withContentType(reply, 'text/html'),
    body: `<html><body><h1>Error ${String(reply.status)}</h1></body></html>`,
  })),
  'error-beside-data': ofError(errorRule, 'Errors stand beside a member "data".', changedError('beside-data')),
  'error-stack-leak': ofError(innerRule, 'Errors carry a stack trace.', stackLeak),
  'error-known-message': ofError(
    'student-reporting section 7: "Could not Connect to Endpoint" was a fault of the service and is gone.',
    'Errors say "Could not Connect to Endpoint".',
    changedError('known-message'),
  ),
} as const satisfies Readonly<Record<string, Operator>>;
