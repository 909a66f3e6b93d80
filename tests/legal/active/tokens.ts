/** How services and identity providers refuse what must be refused, and what a granted token looks like. */
import { probe, problem, type Sketch, SUCCESS } from '../../rules/support.ts';
import type { Json } from '../../../src/model/json.ts';
import type { LegalCase } from '../legal.ts';

const ACCESS: Readonly<Record<string, string>> = {
  'access.garbage': 'http.jwt.form',
  'access.other-key': 'http.jwt.signature',
  'access.tampered': 'http.jwt.signature',
  'access.signature-removed': 'http.jwt.signature',
  'access.own-key': 'http.jwt.signature',
  'access.alg-none': 'http.jwt.algorithm',
  'access.alg-spelling': 'http.jwt.algorithm',
  'access.hs256-public-key': 'http.jwt.algorithm',
  'access.other-audience': 'http.jwt.audience',
  'access.assertion': 'http.jwt.audience',
  'access.other-issuer': 'http.jwt.issuer',
  'access.doubled': 'http.repeated-credentials',
  'access.expired': 'http.jwt.form',
  'access.not-yet-valid': 'http.jwt.form',
};

const ENDPOINT: Readonly<Record<string, string>> = {
  'token.malformed': 'http.jwt.form',
  'token.other-key': 'http.jwt.signature',
  'token.of-another-device': 'http.jwt.signature',
  'token.tampered': 'http.jwt.signature',
  'token.key-url': 'http.jwt.signature',
  'token.alg-none': 'http.jwt.algorithm',
  'token.hs256': 'http.jwt.algorithm',
  'token.expired': 'http.jwt.form',
  'token.parameter-missing': 'http.jwt.form',
  'token.claim-near': 'http.jwt.audience',
  'token.duplicate-claim': 'http.jwt.duplicates',
  'token.issued-in-future': 'http.jwt.issued-at',
  'token.lifetime': 'http.jwt.far-expiry',
};

const REFUSALS: readonly (readonly [string, string, Sketch])[] = [
  ['403', 'AWS authorizers, older security classes of FastAPI', { status: 403, body: problem('forbidden', 'no') }],
  ['400', 'services that look at the form of a token first', { status: 400, body: problem('bad_request', 'no') }],
  ['404', 'services that show strangers nothing', { status: 404, body: problem('not_found', 'no') }],
  [
    'a redirect to a sign-in page',
    'Spring Security, Django, ASP.NET with cookies',
    { status: 302, text: '', headers: { location: '/login' } },
  ],
  [
    '401 in other words',
    'most services',
    {
      status: 401,
      text: 'Unauthorized',
      headers: { 'content-type': 'text/plain', 'www-authenticate': 'Bearer realm="library"' },
    },
  ],
];

const oauth = (status: number, error: string, headers: Sketch['headers'] = {}): Sketch => ({
  method: 'POST',
  status,
  body: { error },
  headers,
});
const GRANTS: readonly (readonly [string, string, Sketch])[] = [
  [
    '401 invalid_client',
    'Okta and Keycloak, for client assertions',
    oauth(401, 'invalid_client', { 'www-authenticate': 'Basic realm="idp"' }),
  ],
  ['403 invalid_grant', 'Auth0', oauth(403, 'invalid_grant')],
  ['400 invalid_request', 'Entra ID', oauth(400, 'invalid_request')],
  ['400 unauthorized_client', 'ADFS', oauth(400, 'unauthorized_client')],
];

const WHY =
  'RFC 7519 §7.2 and RFC 8725 §3 have it rejected; by which status is a SHOULD of RFC 6750 §3.1 and RFC 6749 §5.2, or the contract’s to say';

function each(rules: typeof ACCESS, kind: string, status: number, refusals: typeof REFUSALS): readonly LegalCase[] {
  return Object.entries(rules).flatMap(([rule, requirement]) =>
    refusals.map(([what, who, answer]): LegalCase => ({
      requirement,
      rule,
      what: `${rule} is refused with ${what}`,
      who,
      why: WHY,
      params: { step: 'probe', kind, statuses: [status], success: SUCCESS },
      evidence: probe(answer),
    })),
  );
}

const granted = (what: string, who: string, why: string, body: Sketch['body']): LegalCase => ({
  requirement: 'http.token-response',
  rule: 'token.response',
  what,
  who,
  why,
  params: { step: 'probe' },
  // The redactor masks the token.
  evidence: probe({ method: 'POST', path: '/oauth/token', ...(body === undefined ? {} : { body }) }),
});

const refusedSo = (what: string, who: string, answer: Sketch): LegalCase => ({
  requirement: 'http.jwt.signature',
  rule: 'token.tampered',
  what,
  who,
  why: 'RFC 7523 §3 has it rejected, and nothing is granted without an access token (RFC 6749 §5.1); by which status it is refused is the contract’s to say',
  params: { step: 'probe', kind: 'assertion', statuses: [400], success: { ...SUCCESS, grants: '/access_token' } },
  evidence: probe({ method: 'POST', path: '/oauth/token', ...answer }),
});

const told = (what: string, who: string, why: string, expiresIn: number | undefined, claims?: Json): LegalCase => ({
  requirement: 'http.expires-in',
  rule: 'token.expires-in',
  what,
  who,
  why,
  params: { step: 'probe' },
  evidence: probe({
    method: 'POST',
    path: '/oauth/token',
    body: {
      access_token: '[redacted]',
      token_type: 'bearer',
      ...(expiresIn === undefined ? {} : { expires_in: expiresIn }),
    },
    ...(claims === undefined ? {} : { decoded: { header: {}, claims } }),
  }),
});

const issued = (what: string, who: string, why: string, claims: Json): LegalCase => ({
  requirement: 'http.issued-now',
  rule: 'token.issued-now',
  what,
  who,
  why,
  params: { step: 'probe' },
  evidence: probe({
    method: 'POST',
    path: '/oauth/token',
    body: { access_token: '[redacted]', token_type: 'bearer' },
    headers: { date: 'Tue, 10 Mar 2026 01:00:00 GMT' },
    decoded: { header: {}, claims },
  }),
});

export const tokens: readonly LegalCase[] = [
  issued(
    'a token that is back-dated by five minutes',
    'Entra ID',
    'RFC 7519 §4.1.5: not before is a bound of one side alone',
    { iat: 1773104100, nbf: 1773104100 },
  ),
  issued(
    'a token that was issued a second after the answer was dated',
    'servers that read the time once a request, or keep the text of Date for a while',
    'RFC 7519 §4.1.5: some leeway for clocks; §4.1.6 has no keyword',
    { iat: 1773104401 },
  ),
  issued('a token without a time', 'identity providers', 'RFC 7519 §4.1.5, §4.1.6: both are optional', {}),
  told(
    'expires_in that leaves clients time to renew',
    'proxies before identity providers, AWS Cognito with a margin',
    'RFC 6749 §5.1: no keyword says that the whole life is told',
    3300,
    { iat: 1000, exp: 4600 },
  ),
  told(
    'a token that is back-dated by five minutes',
    'Entra ID',
    'RFC 7519 §4.1.6: iat says when it was issued, and no keyword binds it to a clock',
    3599,
    { iat: 700, nbf: 700, exp: 4599 },
  ),
  told('a second more than the token has', 'services that round up', 'RFC 7519 §4.1.4 leaves leeway to clocks', 3600, {
    iat: 1000,
    exp: 4599,
  }),
  told('a token that is no JWT', 'GitHub, introspected tokens', 'RFC 6749 §1.4: a token is opaque to clients', 3600),
  told('no expires_in', 'Slack', 'RFC 6749 §5.1: expires_in is RECOMMENDED', undefined, { exp: 1 }),
  {
    requirement: 'http.token-no-store',
    rule: 'token.no-store',
    what: 'no-store among other directives, in capitals',
    who: 'Keycloak, ADFS',
    why: 'RFC 9111 §5.2: directives are compared in any letter case; RFC 6749 §5.1 asks for no-store, alone or not',
    params: { step: 'probe' },
    evidence: probe({
      method: 'POST',
      path: '/oauth/token',
      headers: { 'cache-control': 'private, No-Store, max-age=0' },
    }),
  },
  ...each(ACCESS, 'unauthenticated', 401, REFUSALS),
  ...each(ENDPOINT, 'assertion', 400, GRANTS),
  refusedSo('200 and an error without a token', 'GitHub', { body: { error: 'bad_verification_code' } }),
  granted('no expires_in', 'GitHub, services with tokens that do not end', 'RFC 6749 §5.1: expires_in is RECOMMENDED', {
    access_token: 'opaque',
    token_type: 'bearer',
  }),
  granted(
    'another type of token',
    'identity providers with DPoP',
    'RFC 6749 §5.1: the type is told, and RFC 6749 §7.1 leaves it open',
    {
      access_token: 'opaque',
      token_type: 'DPoP',
      expires_in: 60,
    },
  ),
];
