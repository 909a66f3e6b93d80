import {
  gatewayAnswer,
  isRefusal,
  isSuccess,
  operator,
  reading,
  withHeader,
  without,
  type Operator,
} from './operator.ts';

const works = 'The operation works (student-reporting section 4, partner-onboarding section 4).';

/** Statuses that are wrong, or that come without what they have to bring. */
export const statusOperators = {
  'status-500': operator(works, 'Every request returns 500.', (reply) => ({
    ...gatewayAnswer(reply, 500, 'Internal Server Error'),
    headers: { ...reply.headers, 'content-type': 'application/json' },
  })),
  'status-404': operator(works, 'Every request returns 404.', (reply) =>
    gatewayAnswer(reply, 404, 'There is no such resource.'),
  ),
  'status-changed': operator(
    'A success has the documented status (assumed; the sources show no success status).',
    'A success returns 203.',
    (reply) => (isSuccess(reply) ? { ...reply, status: 203 } : reply),
  ),
  'status-201': operator(
    'A 201 names what was made (RFC 9110, section 15.3.2).',
    'A success returns 201 without Location.',
    (reply) => (isSuccess(reply) ? { ...without(reply, 'location'), status: 201 } : reply),
  ),
  'location-inner': operator(
    'A Location leads to where its reader is (assumed).',
    'A success returns 201, and its Location has the internal host and port of the application.',
    (reply, { path }) =>
      isSuccess(reply) ? { ...withHeader(reply, 'location', `http://localhost:8080${path}/1`), status: 201 } : reply,
    ({ method }) => method === 'POST' || method === 'PUT',
  ),
  'status-401': operator(
    'A 401 carries a WWW-Authenticate challenge (RFC 9110, section 15.5.2).',
    'Every request returns 401 without a challenge.',
    (reply) => gatewayAnswer(reply, 401, 'An access token is required.'),
  ),
  'status-405': operator(
    'A 405 carries Allow (RFC 9110, section 15.5.6).',
    'Every request returns 405 without Allow.',
    (reply) => gatewayAnswer(reply, 405, 'The resource does not offer this method.'),
  ),
  'status-405-offered': operator(
    'A 405 does not offer what it refuses (assumed; RFC 9110, section 10.2.1).',
    'Every request returns 405, and Allow lists its method.',
    (reply, { method }) => gatewayAnswer(reply, 405, 'The resource does not offer this method.', { allow: method }),
  ),
  'status-206': operator(
    'A 206 says which part it is (RFC 9110, section 15.3.7).',
    'A success returns 206 without Content-Range.',
    (reply) => (isSuccess(reply) ? { ...reply, status: 206 } : reply),
  ),
  'status-304': operator(
    'A 304 answers a conditional GET or HEAD (RFC 9110, section 15.4.5).',
    'A success returns 304.',
    (reply) => (isSuccess(reply) ? { status: 304, headers: reply.headers } : reply),
  ),
  'not-modified-bare': operator(
    'A 304 carries what the 200 does (RFC 9110, section 15.4.5).',
    'Successes have an ETag, and a read with If-Modified-Since returns 304 with only a Date header.',
    (reply, call) => {
      if (!isSuccess(reply)) return reply;
      if (call.header('if-modified-since') === undefined) return withHeader(reply, 'etag', '"v1"');
      return { status: 304, headers: { date: reply.headers['date'] ?? '' } };
    },
    reading,
  ),
  'status-415': operator(
    'A 415 with Accept-Encoding blames the content coding (RFC 9110, section 12.5.3).',
    'Every request returns 415 with Accept-Encoding.',
    (reply) => gatewayAnswer(reply, 415, 'The media type is not supported.', { 'accept-encoding': 'identity' }),
  ),
  'challenge-bare': operator(
    'A Bearer challenge has at least one parameter (RFC 6750, section 3).',
    'Every request returns 401 with the challenge "Bearer".',
    (reply) => gatewayAnswer(reply, 401, 'An access token is required.', { 'www-authenticate': 'Bearer' }),
  ),
  'challenge-error-wrong': operator(
    'A challenge names invalid_token where a token was sent, and no error where none was (RFC 6750, section 3.1).',
    'Every request returns 401 with error="insufficient_scope".',
    (reply) =>
      gatewayAnswer(reply, 401, 'An access token is required.', {
        'www-authenticate': 'Bearer realm="gateway", error="insufficient_scope"',
      }),
  ),
  'retry-after-malformed': operator(
    'Retry-After is a number of seconds or a date (RFC 9110, section 10.2.3).',
    'Every request returns 503 with "Retry-After: soon".',
    (reply) => gatewayAnswer(reply, 503, 'The service is not available.', { 'retry-after': 'soon' }),
  ),
  'no-content-with-content': operator(
    'A 204 ends with its header section (RFC 9110, section 15.3.5).',
    'A success returns 204 with a body.',
    (reply) =>
      isSuccess(reply) ? { ...reply, status: 204, body: reply.body ?? '{}', wire: 'content-unasked' } : reply,
  ),
  'refusal-as-200': operator(
    'A refusal has the status of a refusal (assumed; student-reporting section 7 names 400, 404 and 500).',
    'Errors have status 200.',
    (reply) => (isRefusal(reply) ? { ...reply, status: 200 } : reply),
  ),
  'refusal-as-500': operator(
    'A fault of the caller is no failure of the server (RFC 9110, section 15.5).',
    'Invalid requests return 500.',
    (reply) => (isRefusal(reply) ? { ...reply, status: 500 } : reply),
  ),
} as const satisfies Readonly<Record<string, Operator>>;
