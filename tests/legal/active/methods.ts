/** HEAD, OPTIONS, TRACE, methods that a path does not have, and reads of what changes of itself. */
import type { Json } from '../../../src/plan/model.ts';
import { evidence, probe, problem, type Sketch, SUCCESS } from '../../rules/support.ts';
import type { LegalCase } from '../legal.ts';

const HEAD = { head: 'head', get: 'get', again: 'again' };
const GET: Sketch = { body: { id: 1 }, headers: { 'x-api': '1' } };
const bare = (more: Sketch = {}): Sketch => ({
  method: 'HEAD',
  text: '',
  ...more,
  headers: { 'x-api': '1', ...more.headers },
});
const DENIED: Sketch = {
  status: 401,
  body: problem('denied', 'no'),
  headers: { 'www-authenticate': 'Bearer realm="library"' },
};
const FORBIDDEN: Sketch = { status: 403, body: problem('denied', 'no') };
const record = (more: Json): Sketch => ({ body: { id: 1, title: 'Sphere', meta: more } });

const head: readonly LegalCase[] = (['method.head', 'method.head-length', 'method.head-content'] as const).flatMap(
  (rule): readonly LegalCase[] => {
    const params = rule === 'method.head-content' ? { step: 'head' } : HEAD;
    const one = (
      what: string,
      who: string,
      why: string,
      answer: Sketch,
      get: Sketch = GET,
      again: Sketch = get,
    ): LegalCase => ({
      requirement:
        rule === 'method.head' ? 'http.head' : rule === 'method.head-length' ? 'http.head-length' : 'http.head-content',
      rule,
      what,
      who,
      why,
      params,
      evidence: evidence({ get, head: answer, again }),
    });
    const special = 'RFC 9110 §9.1: only general-purpose servers MUST support HEAD';
    return [
      one(
        'HEAD is refused with 405',
        'FastAPI, Django views of their own, Go 1.22 patterns with a method',
        special,
        bare({ status: 405, headers: { allow: 'GET' } }),
      ),
      one('HEAD is not routed: 404', 'routers that know exact methods', special, bare({ status: 404 })),
      one('HEAD is refused with 403', 'AWS API Gateway for what it has no route for', special, bare({ status: 403 })),
      one(
        'HEAD has no Content-Length and no Content-Type',
        'Go, Node and Tomcat, where the handler writes nothing',
        'RFC 9110 §9.3.2: what only the making of the content would tell MAY be left out',
        bare(),
      ),
      one(
        'HEAD has no ETag and no Vary',
        'Express, Spring, where a filter makes them of the content',
        'RFC 9110 §9.3.2 names Vary among them',
        bare(),
        {
          ...GET,
          headers: { 'x-api': '1', etag: '"a"', vary: 'accept-encoding' },
        },
      ),
      one(
        'each answer has an id of its own, and not all have it',
        'gateways with tracing',
        'RFC 9110 §9.3.2: the fields of the GET that would have been sent',
        bare(),
        { ...GET, headers: { 'x-api': '1', 'x-trace': 'a' } },
        {
          ...GET,
          headers: { 'x-api': '1', 'x-trace': 'b' },
        },
      ),
      one(
        'the list grew between GET and HEAD',
        'any service that others write to',
        'RFC 9110 §8.6: the length of a GET at that moment',
        bare({ headers: { 'content-length': '20' } }),
        GET,
        {
          ...GET,
          body: { id: 1, more: [1, 2] },
        },
      ),
    ];
  },
);

const headRefused: readonly LegalCase[] = (
  [
    [
      'HEAD is refused by another status',
      'services without HEAD',
      DENIED,
      bare({ status: 405, headers: { allow: 'GET' } }),
    ],
    ['HEAD is not routed', 'routers that know exact methods', DENIED, bare({ status: 404 })],
    [
      'HEAD leads to a page for signing in',
      'Spring Security, Django',
      DENIED,
      bare({ status: 302, headers: { location: '/login' } }),
    ],
    ['GET is served', 'services that show everybody what they have', GET, bare()],
    ['GET is throttled and HEAD is not', 'gateways with quotas', { status: 429, body: problem('quota', 'no') }, bare()],
    [
      'GET wants another Accept',
      'services with content negotiation',
      { status: 406, body: problem('accept', 'no') },
      bare(),
    ],
  ] as const
).map(([what, who, get, answer]): LegalCase => ({
  requirement: 'http.head-refused',
  rule: 'method.head-refused',
  what,
  who,
  why: 'RFC 9110 §9.1: HEAD need not be offered; §9.3.2 speaks of a GET of the same moment, and names no status',
  params: { head: 'head', get: 'get' },
  evidence: evidence({ get, head: answer }),
}));

const options: readonly LegalCase[] = (
  [
    ['404', 'Express and Koa without a handler', { status: 404, body: problem('not_found', 'no') }],
    [
      '405',
      'Spring, Go, Django REST with OPTIONS switched off',
      { status: 405, body: problem('no', 'no'), headers: { allow: 'GET' } },
    ],
    ['401', 'gateways that authorise before they route', DENIED],
    ['403', 'AWS API Gateway', FORBIDDEN],
    [
      'a longer list',
      'frameworks that add HEAD, PUT or TRACE of their own',
      { status: 200, headers: { allow: 'GET, HEAD, POST, PUT, TRACE, OPTIONS' } },
    ],
    [
      'the fields of a preflight alone',
      'CORS middleware of Express, Spring and ASP.NET',
      { status: 204, headers: { 'access-control-allow-methods': 'GET,POST' } },
    ],
    [
      'Accept-Patch alone',
      'services with PATCH',
      { status: 200, headers: { 'accept-patch': 'application/merge-patch+json' } },
    ],
  ] as const
).map(([what, who, answer]): LegalCase => ({
  requirement: 'http.options',
  rule: 'method.options',
  what: `OPTIONS: ${what}`,
  who,
  why: 'RFC 9110 §9.3.7: a successful answer SHOULD have a field such as Allow; §9.1: OPTIONS is optional',
  params: { step: 'probe', methods: ['GET'] },
  evidence: probe({ method: 'OPTIONS', ...answer }),
}));

const NO_HEAD: Sketch = { method: 'HEAD', status: 405, text: '', headers: { allow: 'POST' } };

const lists: readonly LegalCase[] = (
  [
    ['OPTIONS lists itself, the refusal does not', 'Spring, Express', 'POST, OPTIONS', NO_HEAD],
    ['a list of several lines', 'gateways that add to it', 'OPTIONS,POST,TRACE', NO_HEAD],
    [
      'HEAD is listed by one of them, beside GET',
      'Spring, Rails',
      'GET, HEAD, OPTIONS',
      { method: 'LINK', status: 405, body: problem('method', 'no'), headers: { allow: 'GET' } },
    ],
    [
      '501 for a method that is known nowhere',
      'Apache, Tomcat',
      'GET',
      { method: 'LINK', status: 501, body: problem('method', 'no') },
    ],
    ['401 before the method', 'gateways that authorise before they route', 'GET, HEAD', { ...DENIED, method: 'LINK' }],
  ] as const
).map(([what, who, allow, answer]): LegalCase => ({
  requirement: 'http.allow-same',
  rule: 'method.allow-same',
  what: `Allow: ${what}`,
  who,
  why: 'RFC 9110 §10.2.1: the server says at each request what it supports',
  params: { options: 'options', probe: 'probe' },
  evidence: evidence({ options: { method: 'OPTIONS', status: 204, text: '', headers: { allow } }, probe: answer }),
}));

const unsupported: readonly LegalCase[] = (
  [
    ['401 before the method', 'Spring Security, AWS authorizers', 'PUT', DENIED],
    ['403 before the method', 'CDNs, web application firewalls, AWS API Gateway', 'LINK', FORBIDDEN],
    [
      '400 for a method that a firewall does not know',
      'Spring Security',
      'LINK',
      { status: 400, body: problem('bad_request', 'no') },
    ],
    ['411 before the method', 'IIS, nginx', 'PUT', { status: 411, body: problem('length', 'no') }],
    ['415 before the method', 'JAX-RS, Spring', 'PATCH', { sent: {}, status: 415, body: problem('media', 'no') }],
    [
      '422 of a method that there is',
      'a service with more than its contract says',
      'PUT',
      { status: 422, body: problem('value', 'no') },
    ],
    ['501', 'Apache, Tomcat', 'LINK', { status: 501, body: problem('unknown', 'no') }],
    ['405', 'Spring, ASP.NET, Django', 'PUT', { status: 405, body: problem('no', 'no'), headers: { allow: 'GET' } }],
  ] as const
).map(([what, who, method, answer]): LegalCase => ({
  requirement: 'http.methods',
  rule: 'method.unsupported',
  what,
  who,
  why: 'RFC 9110 §9.1 speaks of the answer about the method; whatever is judged before it is answered first',
  params: { step: 'probe', kind: 'method', statuses: [405, 501], success: SUCCESS },
  evidence: probe({ method, ...answer }),
}));

const trace: readonly LegalCase[] = (
  [
    ['404', 'Express, Koa, Fastify', { status: 404, body: problem('not_found', 'no') }],
    ['403', 'CDNs and web application firewalls', FORBIDDEN],
    ['400', 'Spring Security’s firewall', { status: 400, body: problem('bad_request', 'no') }],
    ['401', 'gateways that authorise first', DENIED],
    [
      '200 with a cleaned message',
      'Apache with TraceEnable',
      { status: 200, text: 'TRACE /books/1 HTTP/1.1\r\naccept: */*\r\n', headers: { 'content-type': 'message/http' } },
    ],
  ] as const
).map(([what, who, answer]): LegalCase => ({
  requirement: 'http.trace',
  rule: 'method.trace',
  what: `TRACE: ${what}`,
  who,
  why: 'RFC 9110 §9.3.8 asks for the message without its secrets; §9.1: TRACE is optional',
  params: { step: 'probe' },
  evidence: probe({ method: 'TRACE', ...answer }),
}));

const volatile: readonly LegalCase[] = (
  [
    ['a time of the answer', 'envelopes with a timestamp', [{ at: 1 }, { at: 2 }, { at: 3 }]],
    ['an id of the request', 'envelopes with a request id', [{ request: 'a' }, { request: 'b' }, { request: 'c' }]],
    ['a counter of views', 'content services, issue trackers', [{ views: 4 }, { views: 5 }, { views: 6 }]],
    [
      'a signed link',
      'object stores',
      [
        { href: 'https://store.test/1?sig=a' },
        { href: 'https://store.test/1?sig=b' },
        { href: 'https://store.test/1?sig=c' },
      ],
    ],
    ['a list that grows', 'logs of accesses', [['a'], ['a', 'b'], ['a', 'b', 'c']]],
  ] as const
).flatMap(([what, who, [one, two, three]]): readonly LegalCase[] => [
  {
    requirement: 'http.safe-methods',
    rule: 'method.safe',
    what: `a read shows ${what}`,
    who,
    why: 'RFC 9110 §9.2.1: a service may do things of its own at a read, as long as nobody asked for them',
    params: { before: 'get', steady: 'steady', after: 'again', shown: '', members: ['id', 'title', 'meta'] },
    evidence: evidence({
      get: record(one),
      steady: record(two),
      head: { method: 'HEAD', text: '' },
      again: record(three),
    }),
  },
  {
    requirement: 'http.get-content',
    rule: 'method.get-content',
    what: `a read shows ${what}`,
    who,
    why: 'RFC 9110 §9.3.1: the content does not matter; what changes of itself is no matter of it',
    params: { plain: 'plain', steady: 'steady', probe: 'probe' },
    evidence: evidence({ plain: record(one), steady: record(two), probe: record(three) }),
  },
]);

const getContent: readonly LegalCase[] = (
  [
    ['400', 'AWS, Google front ends', { status: 400, body: problem('bad_request', 'no') }],
    ['413', 'servers that allow no content there', { sent: {}, status: 413, body: problem('too_large', 'no') }],
  ] as const
).map(([what, who, answer]): LegalCase => ({
  requirement: 'http.get-content',
  rule: 'method.get-content',
  what: `a GET with content: ${what}`,
  who,
  why: 'RFC 9110 §9.3.1: it might lead implementations to refuse the request and close the connection',
  params: { plain: 'plain', steady: 'steady', probe: 'probe' },
  evidence: evidence({ plain: GET, steady: GET, probe: answer }),
}));

export const methods: readonly LegalCase[] = [
  ...head,
  ...headRefused,
  ...options,
  ...lists,
  ...unsupported,
  ...trace,
  ...volatile,
  ...getContent,
  {
    requirement: 'http.safe-methods',
    rule: 'method.safe',
    what: 'a member that the contract does not declare changes with HEAD',
    who: 'services that note the last access',
    why: 'RFC 9110 §9.2.1 is a definition without keyword and allows side effects',
    params: { before: 'get', steady: 'steady', after: 'again', shown: '', members: ['id', 'title'] },
    evidence: evidence({
      get: record({ seen: 1 }),
      steady: record({ seen: 1 }),
      head: { method: 'HEAD', text: '' },
      again: record({ seen: 2 }),
    }),
  },
];
