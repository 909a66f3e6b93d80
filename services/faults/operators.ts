import { setTimeout as sleep } from 'node:timers/promises';
import { json, type Call, type Reply } from '../http/message.ts';
import { bodyChange, isSuccessWithBody, stackLeak } from './body-changes.ts';

/** What decides which operators an operation can have. */
export interface OperationFacts {
  readonly name: string;
  readonly method: string;
  /** Needs a token, so it can be answered 401. */
  readonly isGuarded: boolean;
  /** Its successes have a body. */
  readonly hasBody: boolean;
  /** It can refuse a call. */
  readonly canRefuse: boolean;
  /** Its answers must not be stored by caches. */
  readonly isPrivate: boolean;
}

/** One generic deviation, applied to the finished reply of one operation. */
interface Operator {
  readonly breaks: string;
  readonly describes: string;
  /** An operator of the path also sees calls with a method that the path does not offer, and OPTIONS. */
  readonly scope: 'operation' | 'path';
  readonly fits: (facts: OperationFacts) => boolean;
  readonly apply: (reply: Reply, call: Call) => Reply | Promise<Reply>;
}

const everywhere = (): boolean => true;
const withBody = ({ hasBody }: OperationFacts): boolean => hasBody;
const refusing = ({ canRefuse }: OperationFacts): boolean => canRefuse;

const latencyMs = 2000;

function without(reply: Reply, header: string): Reply {
  const headers = Object.fromEntries(Object.entries(reply.headers).filter(([name]) => name !== header));
  return { ...reply, headers };
}

function withContentType(reply: Reply, value: string): Reply {
  return reply.body === undefined ? reply : { ...reply, headers: { ...reply.headers, 'content-type': value } };
}

const onBody = (breaks: string, describes: string, apply: Operator['apply']): Operator => ({
  breaks,
  describes,
  scope: 'operation',
  fits: withBody,
  apply,
});

const schemaRule =
  'A response has the members and types of its definition (assumed; student-reporting section 9 says definitions are published).';

export const operators = {
  'status-500': {
    breaks: 'The operation works (student-reporting section 4, partner-onboarding section 4).',
    describes: 'Every call is answered 500.',
    scope: 'operation',
    fits: everywhere,
    apply: (reply) => ({
      ...json(500, { errors: [{ code: 'internal_error', detail: 'Internal Server Error' }] }),
      headers: { ...reply.headers, 'content-type': 'application/json' },
    }),
  },
  'status-changed': {
    breaks: 'A success has the documented status (assumed; the sources show no success status).',
    describes: 'A success is answered 203.',
    scope: 'operation',
    fits: everywhere,
    apply: (reply) => (reply.status < 300 ? { ...reply, status: 203 } : reply),
  },
  'content-type-wrong': onBody('A body is application/json (assumed).', 'The content type is text/plain.', (reply) =>
    withContentType(reply, 'text/plain; charset=utf-8'),
  ),
  'content-type-missing': onBody('A body is application/json (assumed).', 'There is no content type.', (reply) =>
    without(reply, 'content-type'),
  ),
  'date-missing': {
    breaks: 'Every response has a Date (RFC 9110, section 6.6.1).',
    describes: 'There is no Date.',
    scope: 'operation',
    fits: everywhere,
    apply: (reply) => without(reply, 'date'),
  },
  'body-member-dropped': onBody(schemaRule, 'The first member of the payload is missing.', bodyChange('dropped')),
  'body-member-renamed': onBody(schemaRule, 'The first member of the payload has another name.', bodyChange('renamed')),
  'body-member-retyped': onBody(
    schemaRule,
    'The first member of the payload has another JSON type.',
    bodyChange('retyped'),
  ),
  'body-member-null': onBody(schemaRule, 'The first member of the payload is null.', bodyChange('null')),
  'body-member-added': onBody(schemaRule, 'The payload has a member that is not documented.', bodyChange('added')),
  'body-empty': onBody('A success has a body (assumed).', 'The body of a success is empty.', (reply) =>
    isSuccessWithBody(reply) ? { ...reply, body: '' } : reply,
  ),
  'body-html-error': {
    breaks: 'An error is JSON of the gateway family (assumed; student-reporting section 7 shows no error body).',
    describes: 'Errors are HTML pages.',
    scope: 'operation',
    fits: refusing,
    apply: (reply) =>
      reply.status < 400
        ? reply
        : {
            ...withContentType(reply, 'text/html'),
            body: `<html><body><h1>Error ${String(reply.status)}</h1></body></html>`,
          },
  },
  'error-stack-leak': {
    breaks: 'No response carries technical detail (assumed).',
    describes: 'Errors carry a stack trace.',
    scope: 'operation',
    fits: refusing,
    apply: stackLeak,
  },
  'connection-reset': {
    breaks: 'Every request is answered.',
    describes: 'The connection is reset without an answer.',
    scope: 'operation',
    fits: everywhere,
    apply: (reply) => ({ ...reply, wire: 'reset' }),
  },
  'body-truncated': onBody(
    'A body is as long as its Content-Length (RFC 9110, section 8.6).',
    'The connection closes after half of the body.',
    (reply) => ({
      ...reply,
      wire: 'truncated',
    }),
  ),
  latency: {
    breaks: 'The service answers within the time budget of the caller (assumed; the sources state no limit).',
    describes: 'Every answer takes two seconds.',
    scope: 'operation',
    fits: everywhere,
    apply: (reply) => sleep(latencyMs, reply),
  },
  'www-authenticate-missing': {
    breaks: 'A 401 carries a WWW-Authenticate challenge (RFC 9110, section 15.5.2).',
    describes: 'The 401 has no WWW-Authenticate header.',
    scope: 'operation',
    fits: ({ isGuarded }) => isGuarded,
    apply: (reply) => without(reply, 'www-authenticate'),
  },
  'allow-missing': {
    breaks: 'A 405, and an answer to OPTIONS, carries Allow (RFC 9110, section 15.5.6; assumed for OPTIONS).',
    describes: 'There is no Allow header on the path of the operation.',
    scope: 'path',
    fits: everywhere,
    apply: (reply) => without(reply, 'allow'),
  },
  'head-body': {
    breaks: 'An answer to HEAD has no body (RFC 9110, section 9.3.2).',
    describes: 'HEAD is answered with the body of GET.',
    scope: 'operation',
    fits: ({ method }) => method === 'GET',
    apply: (reply, { method }) => (method === 'HEAD' ? { ...reply, wire: 'body-on-head' } : reply),
  },
  '405-as-200': {
    breaks: 'A method that a path does not offer is answered 405 (assumed).',
    describes: 'It is answered 200 on the path of the operation.',
    scope: 'path',
    fits: everywhere,
    apply: (reply) => (reply.status === 405 ? json(200, {}, without(reply, 'allow').headers) : reply),
  },
  'cache-control-missing': {
    breaks: 'An authorised response carries cache-control: no-store (assumed).',
    describes: 'There is no Cache-Control header.',
    scope: 'operation',
    fits: ({ isPrivate }) => isPrivate,
    apply: (reply) => without(reply, 'cache-control'),
  },
} as const satisfies Readonly<Record<string, Operator>>;

export type OperatorName = keyof typeof operators;

export const operatorNames = Object.keys(operators) as readonly OperatorName[];

/** The same table without the names in its type, for look-ups by a name known only at run time. */
export const operatorTable: Readonly<Record<OperatorName, Operator>> = operators;
