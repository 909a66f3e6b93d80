import { json, type Call, type Reply } from '../../http/message.ts';
import type { ServiceName } from '../../services.ts';
import type { FaultTable } from '../fault.ts';
import { without } from '../operators/operator.ts';
import { each, hasBody, isServed, kept, leaving, withText, type Change, type Habit, type Layer } from './habit.ts';
import { recordHabits } from './record-habits.ts';

// What a service does wherever it answers: faults of a framework, a proxy or a habit, and not of one operation.

/** Each reply by what it counts up to, from one. */
const counting =
  (
    isMeant: (reply: Reply, call: Call) => boolean,
    every: number,
    change: (reply: Reply, time: number) => Reply,
  ): Change =>
  ({ delivery: { deliver } }) => {
    let calls = 0;
    return {
      delivery: {
        deliver: async (call) => {
          const reply = await deliver(call);
          if (!isMeant(reply, call)) return reply;
          calls += 1;
          return calls % every === 0 ? change(reply, calls) : reply;
        },
      },
    };
  };

const isRefusal = ({ status }: Reply): boolean => status >= 400;

/** An error of the service's own in another body. */
const refusing = (body: (reply: Reply) => unknown): Change =>
  leaving((reply) => (isRefusal(reply) && hasBody(reply) ? { ...reply, body: JSON.stringify(body(reply)) } : reply));

const ofRecords = (change: (value: unknown, name: string) => unknown): Change =>
  leaving((reply, { path }) =>
    isServed(reply) && !path.startsWith('/openapi')
      ? withText(reply, (text) => JSON.stringify(each(JSON.parse(text), change)))
      : reply,
  );

function membersOf(value: unknown, change: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => membersOf(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [change(name), membersOf(one, change)]));
}

const habits: Readonly<Record<string, Habit>> = {
  'byte-order-mark': {
    breaks: 'JSON is sent without a byte order mark (RFC 8259, section 8.1).',
    describes: 'Every body begins with a byte order mark.',
    change: leaving((reply) => withText(reply, (text) => `\uFEFF${text}`)),
  },
  'said-to-be-gzip': {
    breaks: 'Content-Encoding names the codings that were applied (RFC 9110, section 8.4).',
    describes: 'Responses of more than a hundred characters declare gzip but are not compressed.',
    change: leaving((reply) =>
      isServed(reply) && (reply.body?.length ?? 0) > 100
        ? { ...reply, headers: { ...reply.headers, 'content-encoding': 'gzip' } }
        : reply,
    ),
  },
  'errors-html': {
    breaks: 'An error is JSON of the gateway family (assumed).',
    describes: 'Every error is an HTML page of the web server.',
    change: leaving((reply) =>
      isRefusal(reply)
        ? {
            status: reply.status,
            headers: { ...kept(reply), 'content-type': 'text/html' },
            body: `<html><head><title>Error ${String(reply.status)}</title></head><body><h1>Error</h1></body></html>`,
          }
        : reply,
    ),
  },
  'errors-empty': {
    breaks: 'An error is JSON of the gateway family (assumed).',
    describes: 'Every error has no body.',
    change: leaving((reply) => (isRefusal(reply) ? { status: reply.status, headers: kept(reply) } : reply)),
  },
  'errors-flat': {
    breaks: 'An error is JSON of the gateway family (assumed).',
    describes: 'Every error is an object with status, error and path, as from a web framework.',
    change: refusing(({ status }) => ({ timestamp: 1773108000, status, error: 'Error', path: '/' })),
  },
  'errors-texts': {
    breaks: 'An error is JSON of the gateway family (assumed).',
    describes: 'The errors are a list of texts.',
    change: refusing(() => ({ errors: ['The request was refused.'] })),
  },
  'errors-stack': {
    breaks: 'No response carries technical detail (assumed).',
    describes: 'Every error has a field with a stack trace.',
    change: refusing(({ body }) => ({
      ...(JSON.parse(body ?? '{}') as object),
      trace:
        'Traceback (most recent call last):\n  File "/srv/app/main.py", line 12, in handle\n    raise ValueError(x)',
    })),
  },
  'unknown-id-400': {
    breaks: 'What is not there is answered 404 (assumed).',
    describes: 'A request for a missing record returns 400.',
    change: leaving((reply, { path }) => (reply.status === 404 && path !== '/' ? { ...reply, status: 400 } : reply)),
  },
  'refusals-503': {
    breaks: 'A faulty request is refused with 4xx (RFC 9110, section 15.5).',
    describes: 'Every rejection of a body has status 503 without Retry-After.',
    change: leaving((reply) =>
      reply.status === 400 || reply.status === 422
        ? {
            ...json(503, { errors: [{ code: 'unavailable', detail: 'Service Unavailable' }] }),
            headers: { ...kept(reply), 'content-type': 'application/json' },
          }
        : reply,
    ),
  },
  'created-200': {
    // Of the other services nobody knows what a POST is answered with, and these say 200.
    of: 'partner-onboarding',
    breaks: 'What is created is answered 201 (assumed).',
    describes: 'Status 200 is sent instead of 201.',
    change: leaving((reply) => (reply.status === 201 ? { ...reply, status: 200 } : reply)),
  },
  'dates-slashed': {
    of: 'student-reporting',
    breaks: 'A date is written as RFC 3339 has it (assumed).',
    describes: 'Dates in responses have slashes.',
    change: ofRecords((value) =>
      typeof value === 'string' ? value.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$1/$2/$3') : value,
    ),
  },
  'numbers-as-texts': {
    of: 'student-reporting',
    breaks: 'A number is a JSON number (assumed).',
    describes: 'Numbers in responses are texts.',
    change: ofRecords((value) => (typeof value === 'number' ? String(value) : value)),
  },
  'members-camel-case': {
    breaks: 'Members have the names that the documents give them.',
    describes: 'Field names in responses are in camelCase.',
    change: leaving((reply, { path }) =>
      isServed(reply) && !path.startsWith('/openapi')
        ? withText(reply, (text) =>
            JSON.stringify(
              membersOf(JSON.parse(text), (name) =>
                name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
              ),
            ),
          )
        : reply,
    ),
  },
  wrapped: {
    breaks: 'A response has the form of its definition (assumed).',
    describes: 'Every success body is wrapped in a field "data".',
    change: leaving((reply, { path }) =>
      isServed(reply) && !path.startsWith('/openapi')
        ? withText(reply, (text) => JSON.stringify({ data: JSON.parse(text) as unknown }))
        : reply,
    ),
  },
  'date-missing': {
    breaks: 'Every response has a Date (RFC 9110, section 6.6.1).',
    describes: 'No response has a Date header.',
    change: leaving((reply) => without(reply, 'date')),
  },
  'caching-unsaid': {
    breaks: 'An authorised response carries cache-control: no-store (assumed).',
    describes: 'No response has a Cache-Control header.',
    change: leaving((reply) => without(reply, 'cache-control')),
  },
  'throttled-one-in-seven': {
    breaks: 'There are no rate limits (assumed; the sources list none).',
    describes: 'Every seventh request returns 429.',
    change: counting(
      () => true,
      7,
      (reply, time) => ({
        ...json(429, {
          errors: [{ code: 'too_many_requests', detail: `Quota of client ${String(time)} is used up.` }],
        }),
        headers: { ...kept(reply), 'content-type': 'application/json', 'retry-after': '1' },
      }),
    ),
  },
  'writes-fail-one-in-seven': {
    breaks: 'A good request is served (RFC 9110, section 15.6).',
    describes: 'Every seventh valid POST returns 500, each time with another text.',
    change: counting(
      (reply, { method }) => method === 'POST' && isServed(reply),
      7,
      (reply, time) => ({
        ...json(500, {
          errors: [
            { code: 'internal', detail: `${['Lock', 'Pool', 'Queue'][time % 3] ?? ''} ${String(time)} timed out` },
          ],
        }),
        headers: { ...kept(reply), 'content-type': 'application/json' },
      }),
    ),
  },
};

/** The habits that a service can have. */
export const habitFaultsOf = (service: ServiceName): FaultTable<Layer> =>
  Object.fromEntries(
    Object.entries({ ...habits, ...recordHabits })
      .filter(([, { of }]) => of === undefined || of === service)
      .map(([name, { breaks, describes, change }]) => [`habit.${name}`, { breaks, describes, change }]),
  );
