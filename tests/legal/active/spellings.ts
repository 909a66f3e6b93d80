/** What is one thing however it is written, and methods that nobody has to offer. */
import { evidence, probe, problem, SUCCESS, type Sketch } from '../../rules/support.ts';
import type { LegalCase } from '../legal.ts';

const OK: Sketch = { body: { id: 1 } };
const CREATED: Sketch = { method: 'POST', sent: {}, status: 201, body: { id: 1 }, headers: { location: '/books/1' } };

const GRANTED: Sketch = { method: 'POST', body: { access_token: '[redacted]', token_type: 'bearer', expires_in: 60 } };

/** How an address is answered that is another spelling of one that is served. */
const equivalent: readonly (readonly [string, string, Sketch, Sketch])[] = [
  ['it is served', 'nginx, Apache, Go, Spring', OK, OK],
  ['others have added to the list since', 'services with several callers', { body: [] }, { body: [{ id: 1 }] }],
  [
    'there is a next page by now',
    'services with several callers',
    { body: { items: [{ id: 1 }] } },
    { body: { items: [{ id: 1 }], next: '/books?page=2' } },
  ],
  [
    '308 to the normal form',
    'routers that have one address for each resource',
    OK,
    { status: 308, text: '', headers: { location: '/books', 'content-type': null } },
  ],
  [
    '301 to the normal form',
    'content systems',
    OK,
    {
      status: 301,
      text: 'moved',
      headers: { location: 'http://library.test/books', 'content-type': 'text/plain' },
    },
  ],
];

interface Served {
  readonly requirement: string;
  readonly rule: string;
  readonly why: string;
  readonly answers: readonly (readonly [string, string, Sketch])[];
}

/** Positive rules: what is served is served, however the answer is written. */
const served: readonly Served[] = [
  {
    requirement: 'http.media-case',
    rule: 'media.case',
    why: 'RFC 9110 §8.3.1 defines types as case-insensitive',
    answers: [
      ['the record is made, as ever', 'Express, Spring, ASP.NET Core, Django', CREATED],
      [
        'the answer writes its own type in capitals',
        'services behind old gateways',
        { ...CREATED, headers: { ...CREATED.headers, 'content-type': 'Application/JSON' } },
      ],
    ],
  },
  {
    requirement: 'http.media-charset',
    rule: 'media.charset',
    why: 'RFC 8259 §11: a charset parameter has no effect',
    answers: [
      ['the record is made, as ever', 'Express, Spring, ASP.NET Core, Django', CREATED],
      [
        'the answer has a charset of its own',
        'Spring, Express',
        { ...CREATED, headers: { ...CREATED.headers, 'content-type': 'application/json; charset=utf-8' } },
      ],
    ],
  },
  {
    requirement: 'http.form-charset',
    rule: 'token.form-charset',
    why: 'RFC 6749 §5.1 says what is granted; how the form was declared has no part in it',
    answers: [['the token is granted, as ever', 'Keycloak, Entra ID, Okta, Auth0', GRANTED]],
  },
  {
    requirement: 'http.jwt.fractions',
    rule: 'token.time-fraction',
    why: 'RFC 7519 §2 has numbers of seconds, whole or not; what is granted tells nothing of them',
    answers: [
      ['the token is granted, as ever', 'Keycloak, jose', GRANTED],
      [
        'times of the assertion are cut to whole seconds',
        'Nimbus, which keeps dates in milliseconds, and jjwt',
        { ...GRANTED, body: { access_token: '[redacted]', token_type: 'bearer', expires_in: 45 } },
      ],
    ],
  },
  {
    requirement: 'http.form-parameters',
    rule: 'token.unknown-parameter',
    why: 'RFC 6749 §3.2: the parameter is ignored, so that the grant is that of any other request',
    answers: [
      ['the token is granted, as ever', 'Keycloak, Entra ID, Okta, Auth0', GRANTED],
      [
        'the scope is told, though none was asked for',
        'Entra ID, Spring Authorization Server',
        { ...GRANTED, body: { access_token: '[redacted]', token_type: 'Bearer', expires_in: 60, scope: 'default' } },
      ],
    ],
  },
  {
    requirement: 'http.form-empty',
    rule: 'token.parameter-empty',
    why: 'RFC 6749 §3.2: as if there were no scope, which §3.3 lets a default stand for',
    answers: [
      ['the token is granted, as ever', 'Keycloak, Entra ID', GRANTED],
      [
        'a scope by default is told',
        'Okta, Spring Authorization Server',
        { ...GRANTED, body: { access_token: '[redacted]', token_type: 'Bearer', expires_in: 60, scope: 'default' } },
      ],
    ],
  },
  {
    requirement: 'http.not-locked-out',
    rule: 'token.not-locked',
    why: 'no RFC asks that a device be let in after what it was refused for, and none asks for a lock',
    answers: [
      ['the token is granted, as ever', 'Keycloak, Entra ID', GRANTED],
      [
        'the device is locked for a while',
        'Auth0 with brute-force protection, directories behind an identity provider',
        { method: 'POST', status: 400, body: { error: 'invalid_grant' } },
      ],
    ],
  },
  {
    requirement: 'http.accept-any',
    rule: 'media.accept-any',
    why: 'RFC 9110 §12.4.1: a server may honour negotiation or disregard it',
    answers: [
      ['it is served, and Accept is named in Vary', 'ASP.NET Core, Rails', { ...OK, headers: { vary: 'Accept' } }],
      [
        'it is served in a type of the vendor',
        'GitHub-style services',
        { ...OK, headers: { 'content-type': 'application/vnd.library.v1+json' } },
      ],
    ],
  },
  {
    requirement: 'http.declared-without-content',
    rule: 'media.declared-without-content',
    why: 'RFC 9110 §8.3: the field is about content, and there is none',
    answers: [['it is served', 'Express, Spring, ASP.NET Core', OK]],
  },
  {
    requirement: 'http.condition-date',
    rule: 'media.condition-date',
    why: 'RFC 9110 §13.1.3: without a date there is no condition',
    answers: [
      [
        'it is served with a validator',
        'nginx, Apache',
        { ...OK, headers: { etag: '"a"', 'last-modified': 'Tue, 10 Mar 2026 00:00:00 GMT' } },
      ],
      ['it is served without one', 'most services of records', OK],
    ],
  },
  {
    requirement: 'http.scheme-case',
    rule: 'access.scheme-case',
    why: 'RFC 9110 §11.1: the scheme is a case-insensitive token',
    answers: [['it is served', 'Spring Security, ASP.NET Core, Envoy', OK]],
  },
];

/** Conventions: what they find is never of basis `standard`, and what these services do is allowed by it. */
const offered: readonly (readonly [string, string, string, string, string, Sketch])[] = [
  [
    'http.head-offered',
    'method.head-offered',
    'HEAD is answered without a length',
    'Go, Node, where the handler writes nothing',
    'RFC 9110 §9.3.2: what only the content would show MAY be left out',
    { method: 'HEAD', status: 200, text: '' },
  ],
  [
    'http.options-offered',
    'method.options-offered',
    'OPTIONS is not routed: 404',
    'Express without cors, Go',
    'RFC 9110 §9.1: OPTIONS is optional',
    { method: 'OPTIONS', status: 404, body: problem('not_found', 'no') },
  ],
  [
    'http.options-offered',
    'method.options-offered',
    'OPTIONS needs a token',
    'gateways that authorise first',
    'RFC 9110 §9.1: OPTIONS is optional',
    {
      method: 'OPTIONS',
      status: 401,
      body: problem('denied', 'no'),
      headers: { 'www-authenticate': 'Bearer realm="library"' },
    },
  ],
  [
    'http.trace-refused',
    'method.trace-refused',
    'TRACE is answered without what is secret',
    'Apache with TraceEnable on',
    'RFC 9110 §9.3.8 asks for just that',
    {
      method: 'TRACE',
      text: 'TRACE /books HTTP/1.1\r\nhost: library.test\r\n\r\n',
      headers: { 'content-type': 'message/http' },
    },
  ],
];

export const spellings: readonly LegalCase[] = [
  ...served.flatMap(({ requirement, rule, why, answers }) =>
    answers.map(([what, who, answer]): LegalCase => ({
      requirement,
      rule,
      what: `${rule}: ${what}`,
      who,
      why,
      params: { step: 'probe', success: { ...SUCCESS } },
      evidence: probe(answer),
    })),
  ),
  ...equivalent.map(([what, who, plain, answer]): LegalCase => ({
    requirement: 'http.target-equivalence',
    rule: 'path.encoded',
    what: `an encoded letter: ${what}`,
    who,
    why: 'RFC 9110 §4.2.3: equivalent addresses are one resource, and a service MAY redirect to the normal form',
    params: { plain: 'plain', step: 'probe', success: { ...SUCCESS } },
    evidence: evidence({ plain, probe: answer }),
  })),
  ...offered.map(([requirement, rule, what, who, why, answer]): LegalCase => ({
    requirement,
    rule,
    what,
    who,
    why,
    params: { step: 'probe' },
    evidence: probe(answer),
  })),
  ...(
    [
      [
        '400, and the connection is closed',
        'nginx, Node, Go, Tomcat',
        [{ status: 400, text: 'Bad Request', headers: { 'content-type': 'text/plain', connection: 'close' } }],
      ],
      [
        '400 with a page for people',
        'Apache, IIS',
        [{ status: 400, text: '<html></html>', headers: { 'content-type': 'text/html' } }],
      ],
    ] as const
  ).map(([what, who, answers]): LegalCase => ({
    requirement: 'http.field-space',
    rule: 'raw.field-characters',
    what: `white space before the colon: ${what}`,
    who,
    why: 'RFC 9112 §5.1: MUST be refused with 400, in whatever form',
    params: { step: 'probe', mayClose: true, statuses: [400] },
    evidence: evidence({ probe: answers }),
  })),
];
