import type { Call, Reply } from '../http/message.ts';
import { isJson, withHeaders, type Variant } from './variant.ts';

function without(reply: Reply, name: string): Reply {
  return { ...reply, headers: Object.fromEntries(Object.entries(reply.headers).filter(([known]) => known !== name)) };
}

/** Weak, and the same for all: nobody has to tell apart what is as good as the same. */
const TAG = 'W/"a1b2c3"';

/** RFC 9110, section 13.1.2: who has what the tag stands for is told so, and nothing else. */
function unlessKnown(reply: Reply, call: Call): Reply {
  const isKnown = reply.status === 200 && ['GET', 'HEAD'].includes(call.method) && call.header('if-none-match') === TAG;
  if (!isKnown) return reply;
  const { body: _body, wire: _wire, ...rest } = ['content-type', 'content-length'].reduce(without, reply);
  return { ...rest, status: 304, headers: { ...rest.headers, etag: TAG } };
}

/** A Location that has to be resolved against the address of the request. */
function relative(location: string, path: string): string {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return location.startsWith(folder) ? location.slice(folder.length) : location;
}

export const headerVariants = {
  'media-type-spelling': {
    describes: 'The Content-Type is written "Application/JSON; Charset="UTF-8"".',
    allowedBy:
      'RFC 9110, section 8.3.1: types and names of parameters are compared without regard to case, values may be quoted.',
    apply: (reply) =>
      isJson(reply) ? withHeaders(reply, { 'content-type': 'Application/JSON; Charset="UTF-8"' }) : reply,
  },
  'further-headers': {
    describes: 'Every response has Vary, ETag, X-Request-Id, Server, Content-Language and X-Content-Type-Options.',
    allowedBy:
      'RFC 9110, section 5.1: fields that a client does not know are ignored; section 10.2.4: Server without details.',
    apply: (reply, call) =>
      withHeaders(unlessKnown(reply, call), {
        vary: 'Accept, Accept-Encoding',
        'x-request-id': '6f1c2b1e-0d6c-4f56-9a0c-2f4f6f0f6a11',
        server: 'gateway',
        'x-content-type-options': 'nosniff',
        ...(isJson(reply) ? { 'content-language': 'en-AU' } : {}),
        ...(reply.status === 200 ? { etag: TAG } : {}),
      }),
  },
  'stricter-caching': {
    describes:
      'Cache-Control says "private, no-cache, no-store, max-age=0, must-revalidate", and there are Pragma and Expires.',
    allowedBy: 'RFC 9111, section 5.2.2: further directives do not take away from no-store.',
    apply: (reply) =>
      reply.headers['cache-control'] === undefined
        ? reply
        : withHeaders(reply, {
            'cache-control': 'private, no-cache, no-store, max-age=0, must-revalidate',
            pragma: 'no-cache',
            expires: 'Thu, 01 Jan 1970 00:00:00 GMT',
          }),
  },
  'challenge-in-lower-case': {
    describes: 'A 401 has a challenge of the scheme bearer after one of another scheme.',
    allowedBy: 'RFC 9110, section 11.1: the case of a scheme does not matter; section 11.6.1: several challenges.',
    apply: (reply) => {
      const challenge = reply.headers['www-authenticate'];
      return challenge === undefined
        ? reply
        : withHeaders(reply, { 'www-authenticate': `Basic realm="a", ${challenge.replace(/^Bearer\b/, 'bEARER')}` });
    },
  },
  'several-challenges': {
    describes: 'A 401 has two challenges, and further parameters.',
    allowedBy: 'RFC 9110, section 11.6.1: at least one challenge, each with any parameters.',
    apply: (reply) => {
      const challenge = reply.headers['www-authenticate'];
      return challenge === undefined
        ? reply
        : withHeaders(reply, { 'www-authenticate': `${challenge}, DPoP algs="ES256 RS256"` });
    },
  },
  'relative-location': {
    describes: 'Location is relative to the address of the request.',
    allowedBy: 'RFC 9110, section 10.2.2: a URI reference, resolved against the target URI.',
    apply: (reply, { path }) => {
      const { location } = reply.headers;
      return location === undefined ? reply : withHeaders(reply, { location: relative(location, path) });
    },
  },
  chunked: {
    describes: 'Responses are sent with Transfer-Encoding chunked, without Content-Length.',
    allowedBy: 'RFC 9112, section 7.1.',
    apply: (reply) => (reply.body === undefined || reply.wire !== undefined ? reply : { ...reply, wire: 'chunked' }),
  },
  'bare-head': {
    describes: 'The response to HEAD has no Content-Length.',
    allowedBy: 'RFC 9110, section 9.3.2: fields that only the making of the content would tell may be left out.',
    apply: (reply, { method }) =>
      method === 'HEAD' ? { ...without(reply, 'content-length'), wire: 'unmeasured' } : reply,
  },
  'head-without-content-fields': {
    describes: 'The response to GET has ETag and Vary. The response to HEAD has neither, and no Content-Type.',
    allowedBy:
      'RFC 9110, section 9.3.2: a server may leave out of the answer to HEAD what it finds out only while it makes the content, such as Vary.',
    apply: (reply, call) => {
      if (call.method === 'HEAD') return ['etag', 'vary', 'content-type'].reduce(without, reply);
      return call.method === 'GET' && reply.status === 200
        ? withHeaders(unlessKnown(reply, call), { vary: 'Accept, Accept-Encoding', etag: TAG })
        : reply;
    },
  },
} as const satisfies Readonly<Record<string, Variant>>;
