import { GatewayError, notFound } from '../../http/gateway-error.ts';
import { notAcceptable, type Gateway } from '../../gateway.ts';
import { asking, type Call } from '../../http/message.ts';
import type { ServiceStages } from '../../instance.ts';
import { inArea, type SharedFaults } from '../fault.ts';
import { internalError } from './internal-error.ts';

const assumed = 'assumed of both services, as no document shows it';
const longTarget = 4000;
const fixdate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Refuses more than the service does, once the caller is known. */
const refusing = (
  { available }: Gateway,
  refusalOf: (call: Call) => GatewayError | undefined,
): Pick<Gateway, 'available'> => ({
  available: (call, place) => {
    const refusal = refusalOf(call);
    if (refusal) throw refusal;
    available(call, place);
  },
});

const unusable = (status: number, code: string, header: string): GatewayError =>
  new GatewayError(status, { code, detail: `${header} cannot be used.`, source: { header } });

const unknownParameter = (query: string): GatewayError =>
  new GatewayError(400, {
    code: 'unknown_parameter',
    detail: 'The query has an unknown parameter.',
    source: { parameter: query.split('=')[0] ?? '' },
  });

const challengeWithoutWords = ({ 'www-authenticate': challenge = '' }: Readonly<Record<string, string>>): string =>
  challenge.replace(/, error_description="[^"]*"/, '');

/** What is refused although it is right, and what of Accept is not seen. */
export const needlessFaults: SharedFaults<ServiceStages> = {
  'accept-ignored': {
    breaks: `A request whose Accept header excludes JSON is refused with 406 (${assumed}).`,
    describes: 'The Accept header is not looked at.',
    change: inArea('gateway', () => ({ accept: () => undefined })),
  },
  'accept-any-refused': {
    breaks: `A request that accepts any media type is served (${assumed}; RFC 9110, section 12.5.1).`,
    describes: 'An Accept header with a wildcard is refused with 406.',
    change: inArea('gateway', ({ accept }) => ({
      accept: (call) => {
        if (call.header('accept')?.includes('*') === true) throw notAcceptable();
        accept(call);
      },
    })),
  },
  'accept-first-alone': {
    breaks: `A request that accepts JSON among others, or with a weight, is served (${assumed}; RFC 9110, section 12.5.1).`,
    describes: 'Of Accept the first range alone is read, and as a whole.',
    change: inArea('gateway', ({ accept }) => ({
      accept: (call) => {
        if (/^text\/html|;/.test(call.header('accept')?.split(',')[0] ?? '')) throw notAcceptable();
        accept(call);
      },
    })),
  },
  'content-expected': {
    breaks: `What a request without content names as its media type has no effect (${assumed}).`,
    describes: 'A read or delete that names a media type is refused with 400, as there is no content to read.',
    change: inArea('gateway', (inner) =>
      refusing(inner, (call) =>
        ['GET', 'DELETE'].includes(call.method) && !call.hasBody && call.header('content-type') !== undefined
          ? new GatewayError(400, { code: 'empty_body', detail: 'There is no content to read.' })
          : undefined,
      ),
    ),
  },
  'query-over-path': {
    breaks: `A query parameter that the interface does not know is ignored (${assumed}).`,
    describes: 'An identifier in the query is taken for the one in the path.',
    change: inArea('delivery', ({ deliver }) => ({
      deliver: (call) => {
        const [, other] = [...new URLSearchParams(call.query)].find(([name]) => /(?:^|_|u)id$/.test(name)) ?? [];
        const path = call.path.replace(/[^/]*\d[^/]*(?=(?:\/[a-z-]+)?$)/, (own) => other ?? own);
        return deliver(asking(call, { path }));
      },
    })),
  },
  'head-unauthorised': {
    breaks: `HEAD needs the token that GET needs (${assumed}).`,
    describes: 'HEAD is refused with 401 whatever token is sent.',
    change: inArea('gateway', (inner, { door }) =>
      refusing(inner, ({ method }) =>
        method === 'HEAD'
          ? new GatewayError(
              401,
              { code: 'unauthorised', detail: 'The access token is not valid.' },
              { 'www-authenticate': challengeWithoutWords(door.challenge(true)) },
            )
          : undefined,
      ),
    ),
  },
  'long-target-500': {
    breaks: 'An over-long target is answered 414, or served (RFC 9112, section 3).',
    describes: 'A target of more than 4000 characters is answered 500.',
    change: inArea('gateway', (inner) =>
      refusing(inner, ({ path, query }) => (path.length + query.length > longTarget ? internalError() : undefined)),
    ),
  },
  'query-refused': {
    breaks: `Unknown query parameters are ignored (${assumed}).`,
    describes: 'A query is refused with 400.',
    change: inArea('gateway', (inner) =>
      refusing(inner, ({ query }) => (query === '' ? undefined : unknownParameter(query))),
    ),
  },
  'range-refused': {
    breaks: 'A range in an unknown unit is ignored (RFC 9110, section 14.2).',
    describes: 'A request with Range is refused with 416.',
    change: inArea('gateway', (inner) =>
      refusing(inner, (call) =>
        call.header('range') === undefined ? undefined : unusable(416, 'range_not_satisfiable', 'range'),
      ),
    ),
  },
  'condition-date-refused': {
    breaks: 'If-Modified-Since without a date is ignored (RFC 9110, section 13.1.3).',
    describes: 'It is refused with 400.',
    change: inArea('gateway', (inner) =>
      refusing(inner, (call) => {
        const condition = call.header('if-modified-since');
        return condition === undefined || fixdate.test(condition)
          ? undefined
          : unusable(400, 'invalid_date', 'if-modified-since');
      }),
    ),
  },
  'accept-required': {
    breaks: 'A request without Accept accepts anything (RFC 9110, section 12.5.1).',
    describes: 'It is refused with 406.',
    change: inArea('gateway', (inner) =>
      refusing(inner, (call) =>
        call.header('accept') === undefined ? unusable(406, 'not_acceptable', 'accept') : undefined,
      ),
    ),
  },
  'head-forgets': {
    breaks: 'HEAD is safe: it changes nothing (RFC 9110, section 9.2.1).',
    describes: 'What was asked about with HEAD is not found by a GET any more.',
    change: inArea('gateway', (inner) => {
      const forgotten = new Set<string>();
      return refusing(inner, ({ method, path }) => {
        if (method === 'HEAD') forgotten.add(path);
        return method === 'GET' && forgotten.has(path) ? notFound() : undefined;
      });
    }),
  },
};
