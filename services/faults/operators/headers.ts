import type { Reply } from '../../http/message.ts';
import { everywhere, isSuccess, without, withBody, withContentType, withHeader, type Operator } from './operator.ts';

const dateRule = 'Every response has a Date in the one form that HTTP gives it (RFC 9110, section 6.6.1).';
const challengeRule = 'A 401 carries a WWW-Authenticate challenge (RFC 9110, section 15.5.2).';
const cacheRule = 'An authorised response carries cache-control: no-store (assumed).';
const typeRule = 'A body is application/json (assumed).';
const allowRule = 'A 405, and an answer to OPTIONS, carries Allow (RFC 9110, section 15.5.6; assumed for OPTIONS).';

const always = (breaks: string, describes: string, change: (reply: Reply) => Reply): Operator => ({
  breaks,
  describes,
  scope: 'operation',
  fits: everywhere,
  apply: change,
});

/** Headers that are missing or wrong. */
export const headerOperators = {
  'content-type-wrong': {
    ...always(typeRule, 'The content type is text/plain.', (reply) =>
      withContentType(reply, 'text/plain; charset=utf-8'),
    ),
    fits: withBody,
  },
  'content-type-missing': {
    ...always(typeRule, 'There is no content type.', (reply) => without(reply, 'content-type')),
    fits: withBody,
  },
  'content-type-vendor': {
    ...always(typeRule, 'The content type is application/vnd.example+json.', (reply) =>
      withContentType(reply, 'application/vnd.example+json'),
    ),
    fits: withBody,
  },
  'content-length-wrong': {
    breaks: 'A Content-Length is the length of the content, and a 204 has none (RFC 9110, section 8.6).',
    describes: 'The Content-Length is one too high; a 204 has one.',
    scope: 'operation',
    fits: everywhere,
    apply: (reply) =>
      reply.body === undefined ? withHeader(reply, 'content-length', '2') : { ...reply, wire: 'length-wrong' },
  },
  'date-missing': always(dateRule, 'There is no Date.', (reply) => without(reply, 'date')),
  'date-malformed': always(dateRule, 'The Date is written as in a log, 2026-03-10T02:00:00Z.', (reply) =>
    withHeader(reply, 'date', '2026-03-10T02:00:00Z'),
  ),
  'www-authenticate-missing': {
    ...always(challengeRule, 'The 401 has no WWW-Authenticate header.', (reply) => without(reply, 'www-authenticate')),
    fits: ({ isGuarded }) => isGuarded,
  },
  'www-authenticate-empty': {
    ...always(challengeRule, 'The 401 has an empty WWW-Authenticate header.', (reply) =>
      reply.status === 401 ? withHeader(reply, 'www-authenticate', '') : reply,
    ),
    fits: ({ isGuarded }) => isGuarded,
  },
  'allow-missing': {
    breaks: allowRule,
    describes: 'There is no Allow header on the path of the operation.',
    scope: 'path',
    fits: everywhere,
    apply: (reply) => without(reply, 'allow'),
  },
  'allow-wrong': {
    breaks: allowRule,
    describes: 'Allow lists methods that the path of the operation does not offer.',
    scope: 'path',
    fits: everywhere,
    apply: (reply) =>
      reply.headers['allow'] === undefined ? reply : withHeader(reply, 'allow', 'GET, HEAD, POST, PUT, PATCH, DELETE, TRACE, FOO, OPTIONS'),
  },
  'cache-control-missing': {
    ...always(cacheRule, 'There is no Cache-Control header.', (reply) => without(reply, 'cache-control')),
    fits: ({ isPrivate }) => isPrivate,
  },
  'cache-control-public': {
    ...always(cacheRule, 'A success may be kept by every cache for an hour.', (reply) =>
      isSuccess(reply) ? withHeader(reply, 'cache-control', 'public, max-age=3600') : reply,
    ),
    fits: ({ isPrivate }) => isPrivate,
  },
} as const satisfies Readonly<Record<string, Operator>>;
