import { json, type Call, type Reply } from '../../http/message.ts';
import { gatewayAnswer, isSuccess, operator, pathOperator, reading, without, type Operator } from './operator.ts';

/** Longer than anybody who has not asked for much waits. */
const latencyMs = 6000;
const callsPerSecond = 10;

function reflected(call: Call): Reply {
  const fields = ['accept', 'authorization', 'access-token'].map((name) => `${name}: ${call.header(name) ?? ''}`);
  return {
    status: 200,
    headers: { 'content-type': 'message/http' },
    body: [`TRACE ${call.path} HTTP/1.1`, ...fields, ''].join('\r\n'),
  };
}

/** Bursts of writes are tried where the documents call every quota unlimited, and where lists are filled one record by one. */
const burstsOfWrites: readonly string[] = [
  'partners.create',
  'partners.update',
  'channels.delete',
  'campuses.create',
  'student-commonwealth-scholarships.create',
];

/** How, and whether, an answer reaches the caller, and what other methods of the path are answered. */
export const deliveryOperators = {
  'connection-reset': operator(
    'Every request is answered.',
    'The connection is reset without a response.',
    (reply) => ({
      ...reply,
      wire: 'reset',
    }),
  ),
  'body-truncated': operator(
    'A body is as long as its Content-Length (RFC 9110, section 8.6).',
    'The connection closes after half of the body.', // An operation that answers a success without content refuses with some.
    (reply) => (reply.body === undefined ? reply : { ...reply, wire: 'truncated' }),
  ),
  latency: operator(
    'The service answers within the time budget of the caller (assumed; the sources state no limit).',
    'Every response takes six seconds.',
    async (reply, _call, { sleep }) => {
      await sleep(latencyMs);
      return reply;
    },
  ),
  'burst-429': operator(
    'There are no rate limits: a burst is never answered 429 (assumed; the sources list none).',
    'More than ten requests of the operation within one second return 429.',
    (reply, _call, { callsThisSecond }) =>
      callsThisSecond() <= callsPerSecond
        ? reply
        : gatewayAnswer(reply, 429, 'There were too many calls.', { 'retry-after': '30' }),
    (facts) => reading(facts) || burstsOfWrites.includes(facts.name),
  ),
  'head-body': operator(
    'An answer to HEAD has no body (RFC 9110, section 9.3.2).',
    'The response to HEAD has the body of GET.',
    (reply, { method }) => (method === 'HEAD' ? { ...reply, wire: 'body-on-head' } : reply),
    reading,
  ),
  'head-204': operator(
    'HEAD is answered with the status and the fields of GET (RFC 9110, section 9.3.2).',
    'HEAD returns 204 with only a Date header.',
    (reply, { method }) =>
      method === 'HEAD' && isSuccess(reply)
        ? {
            status: 204,
            headers: Object.fromEntries(Object.entries(reply.headers).filter(([name]) => name === 'date')),
          }
        : reply,
    reading,
  ),
  'head-length-wrong': operator(
    'A Content-Length in answer to HEAD is that of GET (RFC 9110, section 8.6).',
    'The response to HEAD has the Content-Length 7.',
    (reply, { method }) =>
      method === 'HEAD'
        ? { ...reply, headers: { ...reply.headers, 'content-length': '7' }, wire: 'unmeasured' }
        : reply,
    reading,
  ),
  'trace-reflected': pathOperator(
    'An answer to TRACE leaves out what is secret (RFC 9110, section 9.3.8).',
    'The response to TRACE repeats the request with its token.',
    (reply, call) => (call.method === 'TRACE' ? reflected(call) : reply),
  ),
  'options-404': pathOperator(
    'OPTIONS on a known path is answered with its methods (RFC 9110, section 9.3.7; assumed).',
    'OPTIONS on the path of the operation returns 404.',
    (reply, { method }) => (method === 'OPTIONS' ? gatewayAnswer(reply, 404, 'There is no such resource.') : reply),
  ),
  '405-as-200': pathOperator(
    'A method that a path does not offer is answered 405 (assumed).',
    'The path of the operation returns 200 for it.',
    (reply) => (reply.status === 405 ? json(200, {}, without(reply, 'allow').headers) : reply),
  ),
  '405-as-404': pathOperator(
    'A method that a path does not offer is answered 405 (assumed).',
    'The path of the operation returns 404 for it.',
    (reply) => (reply.status === 405 ? gatewayAnswer(reply, 404, 'There is no such resource.') : reply),
  ),
} as const satisfies Readonly<Record<string, Operator>>;
