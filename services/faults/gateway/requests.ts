/** Faults of how a service judges a request besides its body, and of what it makes of its finished answers. */
import { GatewayError, notFound, type GatewayErrorEntry } from '../../http/gateway-error.ts';
import { methodNotAllowed, notAcceptable, type Gateway } from '../../gateway.ts';
import { asking, json, type Call } from '../../http/message.ts';
import type { ServiceStages } from '../../instance.ts';
import type { ServiceName } from '../../services.ts';
import { inArea, type FaultTable } from '../fault.ts';
import { assumed, internalError } from './bodies.ts';

const longTarget = 4000;

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

export const requestFaults: FaultTable<ServiceStages> = {
  'options-same-everywhere': {
    breaks: 'Allow lists the methods of the path (RFC 9110, section 10.2.1).',
    describes: 'OPTIONS lists HEAD and PUT on every path.',
    change: inArea('gateway', ({ offer }) => ({
      offer: async (call, route) => {
        const reply = await offer(call, route);
        return { ...reply, headers: { ...reply.headers, allow: `${route.allow}, HEAD, PUT` } };
      },
    })),
  },
  'trailing-slash-accepted': {
    breaks: `A path with a trailing slash is unknown, 404 (${assumed}).`,
    describes: 'A trailing slash of the path is ignored.',
    change: inArea('gateway', ({ route }) => ({
      route: (path) => route(path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path),
    })),
  },
  'head-refused': {
    breaks: `HEAD is answered wherever GET is (${assumed}).`,
    describes: 'HEAD returns 405.',
    change: inArea('gateway', ({ choose }) => ({
      choose: (call, route) => {
        if (call.method === 'HEAD') throw methodNotAllowed(route.allow);
        return choose(call, route);
      },
    })),
  },
  'head-of-anything': {
    breaks: 'HEAD is GET without the content, so that what is not there is not found (RFC 9110, section 9.3.2).',
    describes: 'HEAD returns 200 where GET returns 404.',
    change: ({ run }) => ({
      run: Object.fromEntries(
        Object.entries(run).map(([name, inner]) => [
          name,
          (exchange) => {
            try {
              return inner(exchange);
            } catch (error) {
              const isLooked = exchange.call.method === 'HEAD' && error instanceof GatewayError && error.status === 404;
              if (!isLooked) throw error;
              return { status: 200, headers: { 'content-type': 'application/json' } };
            }
          },
        ]),
      ),
    }),
  },
  'path-suffix-ignored': {
    breaks: `A path beside the known ones is unknown, 404 (${assumed}).`,
    describes: 'The text after the last hyphen of a path is ignored.',
    change: inArea('gateway', ({ route }) => ({
      route: (path) => route(path.replace(/-[a-z]+$/, '')) ?? route(path),
    })),
  },
  'unknown-path-200': {
    breaks: `An unknown path is answered 404 (${assumed}).`,
    describes: 'An unknown path returns 200 with a page, as a single-page application does.',
    change: inArea('gateway', () => ({ lost: () => json(200, {}) })),
  },
  'unknown-path-html': {
    breaks: `An unknown path is answered as other errors are (${assumed}).`,
    describes: 'The web server returns its own page for an unknown path.',
    change: inArea('gateway', () => ({
      lost: () => ({ status: 404, headers: { 'content-type': 'text/html' }, body: '<h1>404 Not Found</h1>' }),
    })),
  },
  'encoded-path-unknown': {
    breaks: 'A percent-encoded letter is the same letter (RFC 3986, section 6.2.2.2).',
    describes: 'A path with a percent-encoded letter returns 404.',
    // It is compared before it is decoded.
    change: inArea('gateway', ({ route }) => ({
      route: (path) => route(path.includes('%') ? `${path}/undecoded` : path),
    })),
  },
  'method-override-honoured': {
    breaks: 'The method of a request is the one in its request line (RFC 9110, section 9.1).',
    describes: 'X-HTTP-Method-Override is believed.',
    change: inArea('gateway', ({ choose }) => ({
      choose: (call, route) => {
        const claimed = call.header('x-http-method-override');
        return choose(claimed === undefined ? call : { ...call, method: claimed.toUpperCase() }, route);
      },
    })),
  },
  'malformed-request-500': {
    breaks: 'A request that is no HTTP is answered 400 (RFC 9112, section 2.2 and section 3.2).',
    describes: 'It returns 500.',
    change: inArea('gateway', ({ malformed }) => ({ malformed: (error) => ({ ...malformed(error), status: 500 }) })),
  },
  'accept-any-refused': {
    breaks: `A request that accepts any media type is served (${assumed}; RFC 9110, section 12.5.1).`,
    describes: 'An Accept header with a wildcard returns 406.',
    change: inArea('gateway', ({ accept }) => ({
      accept: (call) => {
        if (call.header('accept')?.includes('*') === true) throw notAcceptable();
        accept(call);
      },
    })),
  },
  'accept-first-alone': {
    breaks: `A request that accepts JSON among others, or with a weight, is served (${assumed}; RFC 9110, section 12.5.1).`,
    describes: 'Only the first media range of Accept is used, and one with parameters returns 406.',
    change: inArea('gateway', ({ accept }) => ({
      accept: (call) => {
        if (/^text\/html|;/.test(call.header('accept')?.split(',')[0] ?? '')) throw notAcceptable();
        accept(call);
      },
    })),
  },
  'content-expected': {
    breaks: `What a request without content names as its media type has no effect (${assumed}).`,
    describes: 'A read or delete with a Content-Type returns 400 because it has no content.',
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
    describes: 'An identifier in the query replaces the one in the path.',
    change: inArea('delivery', ({ deliver }) => ({
      deliver: (call) => {
        const [, other] = [...new URLSearchParams(call.query)].find(([name]) => /(?:^|_|u)id$/.test(name)) ?? [];
        const path = call.path.replace(/[^/]*\d[^/]*(?=(?:\/[a-z-]+)?$)/, (own) => other ?? own);
        return deliver(asking(call, { path }));
      },
    })),
  },
  'long-target-500': {
    breaks: 'An over-long target is answered 414, or served (RFC 9112, section 3).',
    describes: 'A request target of more than 4000 characters causes a 500.',
    change: inArea('gateway', (inner) =>
      refusing(inner, ({ path, query }) => (path.length + query.length > longTarget ? internalError() : undefined)),
    ),
  },
  'query-refused': {
    breaks: `Unknown query parameters are ignored (${assumed}).`,
    describes: 'A request with a query returns 400.',
    change: inArea('gateway', (inner) =>
      refusing(inner, ({ query }) => (query === '' ? undefined : unknownParameter(query))),
    ),
  },
  'range-refused': {
    breaks: 'A range in an unknown unit is ignored (RFC 9110, section 14.2).',
    describes: 'A request with Range returns 416.',
    change: inArea('gateway', (inner) =>
      refusing(inner, (call) =>
        call.header('range') === undefined ? undefined : unusable(416, 'range_not_satisfiable', 'range'),
      ),
    ),
  },
  'accept-required': {
    breaks: 'A request without Accept accepts anything (RFC 9110, section 12.5.1).',
    describes: 'It returns 406.',
    change: inArea('gateway', (inner) =>
      refusing(inner, (call) =>
        call.header('accept') === undefined ? unusable(406, 'not_acceptable', 'accept') : undefined,
      ),
    ),
  },
  'head-forgets': {
    breaks: 'HEAD is safe: it changes nothing (RFC 9110, section 9.2.1).',
    describes: 'After a HEAD of a record, GET returns 404.',
    change: inArea('gateway', (inner) => {
      const forgotten = new Set<string>();
      return refusing(inner, ({ method, path }) => {
        if (method === 'HEAD') forgotten.add(path);
        return method === 'GET' && forgotten.has(path) ? notFound() : undefined;
      });
    }),
  },
  'detail-unnamed': {
    breaks: `An error says what is wrong (${assumed}).`,
    describes: 'The source and the detail of a gateway error do not name the invalid field.',
    change: inArea('gateway', ({ refuse }) => ({
      refuse: ({ status, entries: [first, ...others], headers }) => {
        const unnamed = (entry: GatewayErrorEntry): GatewayErrorEntry =>
          entry.source ? { code: entry.code, detail: 'The request is not valid.' } : entry;
        return refuse(new GatewayError(status, [unnamed(first), ...others.map(unnamed)], headers));
      },
    })),
  },
  'refusals-409': {
    breaks: `A refusal has the status of its kind (${assumed}).`,
    describes: 'All rejections of the gateway have status 409.',
    change: inArea('gateway', ({ refuse }) => ({
      refuse: ({ entries, headers }) => refuse(new GatewayError(409, entries, headers)),
    })),
  },
  'origin-reflected': {
    breaks: `Not every site may read the answers (${assumed}).`,
    describes: 'The Origin of the request is sent back in Access-Control-Allow-Origin, and credentials are allowed.',
    change: inArea('gateway', ({ answer }) => ({
      answer: (call, place, reply) => {
        const origin = call.header('origin');
        const allowed = {
          'access-control-allow-origin': origin ?? '',
          'access-control-allow-credentials': 'true',
        };
        return answer(
          call,
          place,
          origin === undefined ? reply : { ...reply, headers: { ...reply.headers, ...allowed } },
        );
      },
    })),
  },
  'get-content-believed': {
    breaks: 'The content of a GET has no meaning (RFC 9110, section 9.3.1).',
    describes: 'A GET with content returns an empty search result.',
    change: inArea('gateway', ({ answer }) => ({
      answer: (call, place, reply) => {
        const isFiltered = call.method === 'GET' && call.hasBody;
        return answer(call, place, isFiltered ? json(200, { success: true, result: [] }, reply.headers) : reply);
      },
    })),
  },
};

/** The one header of student-reporting has no scheme, and partner-onboarding has no number. */
export const requestFaultsOfOne: Readonly<Record<ServiceName, FaultTable<ServiceStages>>> = {
  'partner-onboarding': {
    'scheme-any': {
      breaks: 'Credentials are those of the scheme that is named (RFC 9110, section 11.4).',
      describes: 'The text after the first space of Authorization is used as the token, with any auth scheme.',
      change: inArea('door', ({ tokenOf }) => ({
        tokenOf: (call) => tokenOf(call) ?? call.header('authorization')?.split(' ')[1],
      })),
    },
    'scheme-case-sensitive': {
      breaks: 'The scheme of Authorization is compared without regard to case (RFC 9110, section 11.1).',
      describes: 'Only the exact spelling "Bearer" is accepted.',
      change: inArea('door', ({ tokenOf }) => ({
        tokenOf: (call) => (call.header('authorization')?.startsWith('Bearer ') === true ? tokenOf(call) : undefined),
      })),
    },
  },
  'student-reporting': {
    'leading-zero-accepted': {
      breaks: `A number with a leading zero is no JSON, 400 (RFC 8259, section 6; ${assumed}).`,
      describes: 'Leading zeros of numbers are ignored.',
      change: inArea('gateway', ({ parse }) => ({ parse: (text) => parse(text.replace(/:0+(?=[1-9])/g, ':')) })),
    },
  },
};
