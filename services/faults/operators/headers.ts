import type { Reply } from '../../http/message.ts';
import {
  isRefusal,
  operator,
  pathOperator,
  withBody,
  withContentType,
  withHeader,
  without,
  type Operator,
} from './operator.ts';

const dateRule = 'Every response has a Date in the one form that HTTP gives it (RFC 9110, section 6.6.1).';
const challengeRule = 'A 401 carries a WWW-Authenticate challenge (RFC 9110, section 15.5.2).';
const cacheRule = 'An authorised response carries cache-control: no-store (assumed).';
const typeRule = 'A body is application/json (assumed).';
const allowRule = 'A 405, and an answer to OPTIONS, carries Allow (RFC 9110, section 15.5.6; assumed for OPTIONS).';

const problemDetails = (reply: Reply, members: Readonly<Record<string, unknown>>): Reply =>
  isRefusal(reply) && reply.body !== undefined
    ? { ...withContentType(reply, 'application/problem+json'), body: JSON.stringify(members) }
    : reply;

/** Headers that are missing or wrong. */
export const headerOperators = {
  'content-type-wrong': operator(
    typeRule,
    'The content type is text/plain.',
    (reply) => withContentType(reply, 'text/plain; charset=utf-8'),
    withBody,
  ),
  'content-type-missing': operator(
    typeRule,
    'The response has no Content-Type.',
    (reply) => without(reply, 'content-type'),
    withBody,
  ),
  'content-length-wrong': operator(
    'A Content-Length is the length of the content, and a 204 has none (RFC 9110, section 8.6).',
    'The Content-Length is one byte too high, and a 204 has one.',
    (reply) =>
      reply.body === undefined ? withHeader(reply, 'content-length', '2') : { ...reply, wire: 'length-wrong' },
  ),
  'date-missing': operator(dateRule, 'The response has no Date header.', (reply) => without(reply, 'date')),
  'www-authenticate-missing': operator(
    challengeRule,
    'The 401 has no WWW-Authenticate header.',
    (reply) => without(reply, 'www-authenticate'),
    ({ isGuarded }) => isGuarded,
  ),
  'allow-missing': pathOperator(allowRule, 'A 405 on the path of the operation has no Allow header.', (reply) =>
    without(reply, 'allow'),
  ),
  'allow-wrong': pathOperator(
    allowRule,
    'Allow lists methods that the path of the operation does not offer.',
    (reply) =>
      reply.headers['allow'] === undefined
        ? reply
        : withHeader(reply, 'allow', 'GET, HEAD, POST, PUT, PATCH, DELETE, TRACE, FOO, OPTIONS'),
  ),
  'strict-transport-over-plain': operator(
    'Strict-Transport-Security is not sent over plain HTTP (RFC 6797, section 7.2).',
    'Every response over plain HTTP has Strict-Transport-Security.',
    (reply) => withHeader(reply, 'strict-transport-security', 'max-age=31536000'),
  ),
  'last-modified-future': operator(
    'Last-Modified is not later than Date (RFC 9110, section 8.8.2.1).',
    'Every response has a Last-Modified in the year 2099.',
    (reply) => withHeader(reply, 'last-modified', 'Thu, 01 Jan 2099 00:00:00 GMT'),
  ),
  'last-modified-malformed': operator(
    'Dates have one form (RFC 9110, section 5.6.7).',
    'Last-Modified has a database format, 2026-03-10 02:00:00.',
    (reply) => withHeader(reply, 'last-modified', '2026-03-10 02:00:00'),
  ),
  'expires-zero': operator(
    'Expires is a date (RFC 9111, section 5.3).',
    'Every response has the header "Expires: 0".',
    (reply) => withHeader(reply, 'expires', '0'),
  ),
  'vary-malformed': operator(
    'Vary is a list of field names (RFC 9110, section 12.5.5).',
    'Every response has the header "Vary: accept; q=1".',
    (reply) => withHeader(reply, 'vary', 'accept; q=1'),
  ),
  'link-without-rel': operator(
    'A link has one rel (RFC 8288, section 3.3).',
    'Every response has a Link without rel.',
    (reply) => withHeader(reply, 'link', '</>; title="start"'),
  ),
  'problem-of-another-status': operator(
    'The status in problem details is that of the answer (RFC 9457, section 3.1.2).',
    'Errors are problem details with the status 418.',
    (reply) => problemDetails(reply, { title: 'Error', status: 418 }),
  ),
  'problem-of-another-form': operator(
    'The type of problem details is a URI reference (RFC 9457, section 3.1.1).',
    'Errors are problem details whose type is a sentence.',
    (reply) => problemDetails(reply, { type: 'not what was expected', status: reply.status }),
  ),
  'date-twice': operator(
    'A field of one value is sent once (RFC 9110, section 5.3).',
    'Every response has two Date headers.',
    (reply) => ({ ...reply, wire: 'date-twice' }),
  ),
  'length-beside-chunks': operator(
    'An answer with Transfer-Encoding has no Content-Length (RFC 9112, section 6.2).',
    'Every response has Transfer-Encoding chunked and a Content-Length.',
    (reply) => ({ ...reply, wire: 'length-beside-chunks' }),
  ),
  'transfer-coding-unknown': operator(
    'Without TE, chunked is the only transfer coding that is acceptable (RFC 9112, section 7.4).',
    'Every response with content declares an unknown transfer coding.',
    (reply) =>
      reply.body === undefined || reply.wire !== undefined
        ? reply
        : {
            ...reply,
            headers: { ...reply.headers, 'transfer-encoding': 'plumb', connection: 'close' },
            wire: 'unmeasured',
          },
  ),
  'charset-another': operator(
    'JSON is UTF-8 (RFC 8259, section 8.1).',
    'Content-Type declares JSON with the charset ISO-8859-1.',
    (reply) => {
      const type = reply.headers['content-type'];
      return type === undefined ? reply : withHeader(reply, 'content-type', `${type};charset=ISO-8859-1`);
    },
  ),
  'etag-unquoted': operator(
    'An entity tag stands in double quotes (RFC 9110, section 8.8.3).',
    'ETag is sent without quotes.',
    (reply) => withHeader(reply, 'etag', 'a1b2c3'),
  ),
  'any-origin-with-credentials': operator(
    'Not every site may use a caller’s sign-in (assumed; Fetch, section 3.2.5).',
    'The origin "null" is allowed, with credentials.',
    (reply) => ({
      ...reply,
      headers: {
        ...reply.headers,
        'access-control-allow-origin': 'null',
        'access-control-allow-credentials': 'true',
      },
    }),
  ),
  'cookie-bare': operator(
    'A cookie is kept from scripts and other sites (assumed; RFC 6265, section 8).',
    'A session cookie without attributes is set.',
    (reply) => withHeader(reply, 'set-cookie', 'session=0a1b2c3d4e5f'),
  ),
  'server-version': operator(
    'The software is not described in detail (RFC 9110, section 10.2.4).',
    'Server names the product with its version.',
    (reply) => withHeader(reply, 'server', 'Apache-Coyote/1.1 (Tomcat 7.0.52)'),
  ),
  'token-echoed': operator(
    'No token comes back (assumed; RFC 6750, section 5.2).',
    'Every response repeats the access token in a header.',
    (reply, call) => {
      const token = call.header('access-token') ?? call.header('authorization');
      return token === undefined ? reply : withHeader(reply, 'x-received-token', token.replace(/^bearer /i, ''));
    },
    ({ isGuarded }) => isGuarded,
  ),
  'error-cacheable': operator(
    cacheRule,
    'Errors have a Cache-Control that lets every cache store them for an hour.',
    (reply) => (isRefusal(reply) ? withHeader(reply, 'cache-control', 'public, max-age=3600') : reply),
    ({ isGuarded }) => isGuarded,
  ),
  'cache-control-missing': operator(
    cacheRule,
    'The response has no Cache-Control header.',
    (reply) => without(reply, 'cache-control'),
    ({ isPrivate }) => isPrivate,
  ),
} as const satisfies Readonly<Record<string, Operator>>;
