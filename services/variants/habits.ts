import { defined, isObject } from '../model/objects.ts';
import { asking, type Call, type Reply } from '../http/message.ts';
import { swagger } from '../openapi/swagger.ts';
import { isDenied, members } from '../answers/wire.ts';
import { isJson, withHeaders, withJson, type Variant } from './variant.ts';

/** An access token that says nothing of itself to anybody else. */
const opaque = {
  make: (token: string): string => `o${Buffer.from(token).toString('hex')}`,
  read: (token: string): string => (/^o[\da-f]+$/.test(token) ? Buffer.from(token.slice(1), 'hex').toString() : token),
};

function withField(call: Call, name: string, value: string): Call {
  return asking(call, { header: (asked) => (asked === name ? value : call.header(asked)) });
}

/** A refusal of the identity provider with another code. */
function withCode(reply: Reply, service: string, code: string): Reply {
  if (service !== 'identity-provider' || reply.status !== 400) return reply;
  return withJson(reply, (document) =>
    isObject(document) && 'error' in document ? { ...document, error: code } : document,
  );
}

function refused(status: number, reply: Reply, headers: Readonly<Record<string, string>> = {}): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json', ...defined({ date: reply.headers['date'] }), ...headers },
    body: JSON.stringify({ errors: [{ code: 'refused', detail: 'It is refused.' }] }),
  };
}

let reads = 0;

/** Beside what was asked for: a record has the members that somebody gave it. */
function isEnvelope(document: unknown, path: string): document is Readonly<Record<string, unknown>> {
  return isObject(document) && ('result' in document || path === '/');
}

/**
 * What services of other people do by default and every standard allows. It is not what the two services are assumed to do, so
 * that it may contradict what is only assumed of them, and nothing that a standard or a document demands.
 */
export const habits = {
  'habit-head-405': {
    describes: 'HEAD returns 405.',
    allowedBy: 'RFC 9110, section 9.1: only general-purpose servers must support HEAD.',
    apply: (reply, { method }) => (method === 'HEAD' ? refused(405, reply, { allow: 'GET' }) : reply),
  },
  'habit-options-405': {
    describes: 'OPTIONS returns 405.',
    allowedBy: 'RFC 9110, section 9.1: OPTIONS is optional.',
    apply: (reply, { method }) => (method === 'OPTIONS' ? refused(405, reply, { allow: 'GET' }) : reply),
  },
  'habit-without-retry-after': {
    describes: 'OPTIONS returns 429 and HEAD 503, both without Retry-After.',
    allowedBy: 'RFC 6585, section 4, and RFC 9110, section 15.6.4: both MAY say when to come again.',
    apply: (reply, { method }) =>
      method === 'OPTIONS' ? refused(429, reply) : method === 'HEAD' ? { ...refused(503, reply), body: '' } : reply,
  },
  'habit-cookies-without-same-site': {
    describes: 'Every response sets a cookie without SameSite.',
    allowedBy: 'RFC 6265, section 4.1.1, knows no such attribute; browsers have a default for it.',
    apply: (reply) => withHeaders(reply, { 'set-cookie': 'sid=31d4d96e407aad42; Path=/; Secure; HttpOnly' }),
  },
  'habit-opaque-tokens': {
    describes: 'Access tokens are no JWTs.',
    allowedBy: 'RFC 6749, section 1.4: a token is usually opaque to the client.',
    ask: (call) => {
      const name = call.header('access-token') === undefined ? 'authorization' : 'access-token';
      const value = call.header(name);
      return value === undefined ? call : withField(call, name, value.split(' ').map(opaque.read).join(' '));
    },
    apply: (reply, _call, { service }) =>
      service !== 'identity-provider'
        ? reply
        : withJson(reply, (document) =>
            isObject(document) && typeof document['access_token'] === 'string'
              ? { ...document, access_token: opaque.make(document['access_token']) }
              : document,
          ),
  },
  'habit-token-403': {
    describes: 'A request without a valid token returns 403.',
    allowedBy: 'RFC 6750, section 3.1: 401 is a SHOULD.',
    apply: (reply) => (reply.status === 401 ? refused(403, reply) : reply),
  },
  'habit-invalid-client': {
    describes: 'The identity provider rejects an assertion with 401 and invalid_client.',
    allowedBy: 'RFC 6749, section 5.2: 401 where the client could not be authenticated.',
    apply: (reply, _call, { service }) => {
      if (service !== 'identity-provider' || reply.status !== 400) return reply;
      const changed = withJson(reply, (document) =>
        isObject(document) && document['error'] === 'invalid_grant'
          ? { ...document, error: 'invalid_client' }
          : document,
      );
      return { ...withHeaders(changed, { 'www-authenticate': 'Basic realm="identity"' }), status: 401 };
    },
  },
  'habit-mapping-error': {
    describes: 'The identity provider rejects an assertion with 400 and the code mapping_error.',
    allowedBy:
      'No document shows how a token request is refused; student-reporting section 5 only says what is asked of one.',
    apply: (reply, _call, { service }) => withCode(reply, service, 'mapping_error'),
  },
  'habit-server-error': {
    describes: 'The identity provider rejects an assertion with 400 and the code server_error.',
    allowedBy:
      'No document shows how a token request is refused; student-reporting section 5 only says what is asked of one.',
    apply: (reply, _call, { service }) => withCode(reply, service, 'server_error'),
  },
  'habit-api-key': {
    describes: 'partner-onboarding knows its callers by something else than a token, at which it does not look.',
    allowedBy: 'partner-onboarding section 5: the authentication scheme is not shown.',
  },
  'habit-validation-422': {
    describes: 'student-reporting answers a failed validation 422, with the error body of the gateway.',
    allowedBy: 'student-reporting section 7: the shape of an error body is not shown; RFC 9110, section 15.5.21.',
    apply: (reply, _call, { service }) =>
      service === 'student-reporting' && reply.status === 200 && isDenied(reply)
        ? refused(422, reply, { 'cache-control': reply.headers['cache-control'] ?? 'no-store' })
        : reply,
  },
  'habit-swagger': {
    describes: 'The definition of student-reporting is published as Swagger 2.0.',
    allowedBy: 'student-reporting section 9: machine-readable API definitions (Swagger).',
    apply: (reply, { path }, { service }) =>
      service === 'student-reporting' && path === '/openapi.json'
        ? withJson(reply, (document) => (isObject(document) && 'openapi' in document ? swagger(document) : document))
        : reply,
  },
  'habit-sites': {
    describes: 'The campuses of student-reporting are at /sites.',
    allowedBy: 'student-reporting section 4: the paths of the other endpoints are not shown.',
    ask: (call) => {
      const moved = call.path.replace(/^\/(campuses|sites)(?=\/|$)/, (_all, name) =>
        name === 'sites' ? '/campuses' : '/no-campuses',
      );
      return moved === call.path ? call : asking(call, { path: moved });
    },
  },
  'habit-type-renamed': {
    describes: 'A student of student-reporting has its types in the field types.',
    allowedBy: 'student-reporting section 2: the fields of a student are not shown.',
    ...members({ student_types: 'types' }, 'both'),
  },
  'habit-tfn-renamed': {
    describes: 'A student of student-reporting has its TFN in the field tax_file_number.',
    allowedBy: 'student-reporting section 2: the fields of a student are not shown.',
    ...members({ tfn: 'tax_file_number' }, 'both'),
  },
  'habit-disability-renamed': {
    describes: 'A disability of student-reporting has its code in the field disability_type.',
    allowedBy: 'student-reporting section 2: the fields of a disability are not shown.',
    ...members({ disability_code: 'disability_type' }, 'both'),
  },
  'habit-page-headers-ignored': {
    describes: 'student-reporting ignores the request headers that ask for a page: it gives them other names.',
    allowedBy: 'student-reporting section 4: the names of the headers are not shown.',
    ask: (call) =>
      asking(call, { header: (name) => (name.startsWith('tcsi-pagination-') ? undefined : call.header(name)) }),
  },
  'habit-any-path': {
    describes: 'Every path responds with 200 and an empty record.',
    allowedBy: 'student-reporting and partner-onboarding section 7: rejections are not shown.',
    apply: (reply) =>
      reply.status === 404
        ? {
            status: 200,
            headers: { 'content-type': 'application/json', ...defined({ date: reply.headers['date'] }) },
            body: JSON.stringify({ success: true, result: {} }),
          }
        : reply,
  },
  'habit-no-lifetime': {
    describes: 'The identity provider does not say how long a token lives.',
    allowedBy: 'RFC 6749, section 5.1: expires_in is RECOMMENDED.',
    apply: (reply, _call, { service }) =>
      service !== 'identity-provider'
        ? reply
        : withJson(reply, (document) =>
            isObject(document)
              ? Object.fromEntries(Object.entries(document).filter(([name]) => name !== 'expires_in'))
              : document,
          ),
  },
  'habit-method-403': {
    describes: 'A gateway before the service returns 403 for a method that the path does not have.',
    allowedBy: 'RFC 9110, section 15.5.4: the request is understood and not granted, for whatever reason.',
    apply: (reply) => (reply.status === 405 ? refused(403, reply) : reply),
  },
  'habit-long-target-431': {
    describes: 'A request target of more than 8000 characters returns 431.',
    allowedBy: 'RFC 6585, section 5: the head as a whole is too large.',
    apply: (reply, call) => (call.path.length + call.query.length > 8000 ? refused(431, reply) : reply),
  },
  'habit-query-400': {
    describes: 'A query with an unknown parameter returns 400.',
    allowedBy: 'RFC 9110, section 15.5.1: what an unknown parameter means is for the service to say.',
    apply: (reply, call) => (call.query === '' ? reply : refused(400, reply)),
  },
  'habit-public-location': {
    describes: 'Location names the public host of the service.',
    allowedBy: 'RFC 9110, section 10.2.2: any URI reference.',
    apply: (reply) => {
      const { location } = reply.headers;
      return location === undefined
        ? reply
        : withHeaders(reply, { location: new URL(location, 'https://public.example/').href });
    },
  },
  'habit-changing-answers': {
    describes: 'Every envelope, and the description of the service, has a field with a count of responses.',
    allowedBy: 'RFC 9110, section 9.2.1: a read may have effects that nobody asked for.',
    apply: (reply, { path }) =>
      isJson(reply) && reply.status === 200
        ? withJson(reply, (document) =>
            isEnvelope(document, path) ? { ...document, meta: { reads: (reads += 1) } } : document,
          )
        : reply,
  },
  'habit-any-origin': {
    describes: 'The pages of every site may read the answers, without credentials.',
    allowedBy: 'Fetch, section 3.2: that is what the field is for.',
    apply: (reply, call) => {
      const origin = call.header('origin');
      return origin === undefined
        ? reply
        : withHeaders(reply, { 'access-control-allow-origin': origin, vary: 'origin' });
    },
  },
} as const satisfies Readonly<Record<string, Variant>>;
