import { methodNotAllowed } from '../../gateway.ts';
import { GatewayError } from '../../http/gateway-error.ts';
import { json } from '../../http/message.ts';
import type { ServiceStages } from '../../instance.ts';
import { inArea, type FaultChange, type SharedFaults } from '../fault.ts';

const assumed = 'assumed of both services, as no document shows it';

/** Another path is looked up than the one that was sent. */
const lookingUp = (other: (path: string) => string): FaultChange<ServiceStages> =>
  inArea('gateway', ({ route }) => ({ route: (path) => route(other(path)) }));

/** Which path and method are looked up, and what becomes of those that are not there. */
export const pathFaults: SharedFaults<ServiceStages> = {
  'trailing-slash-accepted': {
    breaks: `A path with a trailing slash is unknown, 404 (${assumed}).`,
    describes: 'A trailing slash is cut off before the path is looked up.',
    change: lookingUp((path) => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path)),
  },
  'options-unauthorised': {
    breaks: `OPTIONS on a known path is answered 204 and needs no token (${assumed}).`,
    describes: 'OPTIONS without a token is answered 401.',
    change: inArea('gateway', ({ offer }, { door }) => ({
      offer: async (call, route) => {
        await door.admit(call);
        return offer(call, route);
      },
    })),
  },
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
  'options-head-everywhere': {
    breaks: 'Allow lists the methods of the path (RFC 9110, section 10.2.1).',
    describes: 'OPTIONS lists HEAD on every path, also on those without GET.',
    change: inArea('gateway', ({ offer }) => ({
      offer: async (call, route) => {
        const reply = await offer(call, route);
        if (route.operations.has('GET')) return reply;
        return { ...reply, headers: { ...reply.headers, allow: `${route.allow}, HEAD` } };
      },
    })),
  },
  'head-refused': {
    breaks: `HEAD is answered wherever GET is (${assumed}).`,
    describes: 'HEAD is answered 405.',
    change: inArea('gateway', ({ choose }) => ({
      choose: (call, route) => {
        if (call.method === 'HEAD') throw methodNotAllowed(route.allow);
        return choose(call, route);
      },
    })),
  },
  'head-of-anything': {
    breaks: 'HEAD is GET without the content, so that what is not there is not found (RFC 9110, section 9.3.2).',
    describes: 'HEAD is answered 200 where GET is answered 404.',
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
  'path-case-ignored': {
    breaks: `Paths distinguish capitals, so a path in capitals is unknown, 404 (${assumed}; RFC 3986, section 6.2.2.1).`,
    describes: 'The path is put into lower case before it is looked up.',
    change: lookingUp((path) => path.toLowerCase()),
  },
  'path-suffix-ignored': {
    breaks: `A path beside the known ones is unknown, 404 (${assumed}).`,
    describes: 'What follows the last hyphen of a path is cut off before it is looked up.',
    change: inArea('gateway', ({ route }) => ({
      route: (path) => route(path.replace(/-[a-z]+$/, '')) ?? route(path),
    })),
  },
  'doubled-slash-merged': {
    breaks: `A path with an empty segment is unknown, 404 (${assumed}).`,
    describes: 'Doubled slashes are taken as one.',
    change: lookingUp((path) => path.replace(/\/{2,}/g, '/')),
  },
  'unknown-path-200': {
    breaks: `An unknown path is answered 404 (${assumed}).`,
    describes: 'An unknown path is answered 200, as by a page that knows its way itself.',
    change: inArea('gateway', () => ({ lost: () => json(200, {}) })),
  },
  'unknown-path-html': {
    breaks: `An unknown path is answered as other errors are (${assumed}).`,
    describes: 'The web server answers an unknown path by a page of its own.',
    change: inArea('gateway', () => ({
      lost: () => ({ status: 404, headers: { 'content-type': 'text/html' }, body: '<h1>404 Not Found</h1>' }),
    })),
  },
  'encoded-path-unknown': {
    breaks: 'A percent-encoded letter is the same letter (RFC 3986, section 6.2.2.2).',
    describes: 'A path with a percent-encoded letter is answered 404.',
    // It is compared before it is decoded.
    change: lookingUp((path) => (path.includes('%') ? `${path}/undecoded` : path)),
  },
  'encoded-path-empty': {
    breaks: 'A percent-encoded letter is the same letter (RFC 3986, section 6.2.2.2).',
    describes: 'A path with a percent-encoded character is answered with an empty 200.',
    change: inArea('gateway', ({ route, lost }) => ({
      route: (path) => (path.includes('%') ? undefined : route(path)),
      lost: (call) => (call.path.includes('%') ? { status: 200, headers: {}, body: '' } : lost(call)),
    })),
  },
  'encoded-slash-decoded': {
    breaks: 'A percent-encoded slash belongs to its segment (RFC 3986, section 2.2).',
    describes: 'It is decoded before the path is taken apart.',
    change: lookingUp((path) => path.replace(/%2f/gi, '/')),
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
    describes: 'It is answered 500.',
    change: inArea('gateway', ({ malformed }) => ({ malformed: (error) => ({ ...malformed(error), status: 500 }) })),
  },
  'token-before-path': {
    breaks: `An unknown path is judged before the token: 404 without one (${assumed}).`,
    describes: 'Without a token every path, known or not, is answered 401.',
    change: inArea('gateway', ({ lost }, { door }) => ({
      lost: async (call) => {
        await door.admit(call);
        return lost(call);
      },
    })),
  },
};
