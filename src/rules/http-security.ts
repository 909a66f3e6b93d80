/** Passive rules about security: authentication challenges, tokens, cookies, CORS, HSTS and leaks of implementation details. */
import { pluralize, formatNumber } from '../model/text.ts';
import type { RecordedRequest, RecordedResponse } from '../model/exchange.ts';
import { firstHeader, TOKEN } from '../model/headers.ts';
import { SECRET_MASK } from '../model/jwt.ts';
import { passiveRule } from './define-rule.ts';
import { truncateText, createFinding, inapplicableJudgement, judgementFrom, PASSED_JUDGEMENT } from './evidence.ts';
import { networkReach } from './http-headers.ts';
import type { Finding, PassiveJudge } from './model.ts';

// WWW-Authenticate (RFC 9110 §11.6.1): challenges, each a scheme with parameters or a token68.

interface Challenge {
  readonly scheme: string;
  /** In order; names in lower case, values without quotes. */
  readonly parameters: readonly (readonly [string, string])[];
}

const PART = new RegExp(`(${TOKEN})(?:\\s*=\\s*("(?:[^"\\\\]|\\\\.)*"|${TOKEN}))?`, 'g');
const BEGINS = new RegExp(`^[\\s,]*${TOKEN}`);

export function parseChallenges(response: RecordedResponse): readonly Challenge[] {
  return response.headers.filter(([name]) => name === 'www-authenticate').flatMap(([, value]) => parse(value));
}

/** The Bearer challenge (RFC 6750). */
function bearerChallenge(response: RecordedResponse): Challenge | undefined {
  return parseChallenges(response).find(({ scheme }) => scheme === 'bearer');
}

function parse(value: string): readonly Challenge[] {
  if (!BEGINS.test(value)) return [];
  const challenges: { scheme: string; parameters: (readonly [string, string])[] }[] = [];
  for (const [, name = '', text] of value.matchAll(PART)) {
    if (text === undefined) challenges.push({ scheme: name.toLowerCase(), parameters: [] });
    else
      challenges[challenges.length - 1]?.parameters.push([
        name.toLowerCase(),
        text.startsWith('"') ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text,
      ]);
  }
  return challenges;
}

const challenge = passiveRule('http.challenge', (response, exchange) => {
  if (response.status !== 401) return inapplicableJudgement('the status is not 401');
  if (parseChallenges(response).length > 0) return PASSED_JUDGEMENT;
  return judgementFrom([
    createFinding(exchange, 'header www-authenticate', 'a challenge', firstHeader(response, 'www-authenticate')),
  ]);
});

const BEARER = 'bearer';

/**
 * RFC 6750 §3: a resource protected by bearer tokens responds with a Bearer challenge to a call without a valid token.
 * Other challenges may be present (RFC 9110 §11.6.1). No RFC covers proprietary headers and schemes.
 */
const challengeScheme = passiveRule(
  'http.challenge-scheme',
  (response, exchange, { scheme }) => {
    if (response.status !== 401) return inapplicableJudgement('the status is not 401');
    if (scheme !== BEARER) return inapplicableJudgement('the contract does not use a Bearer token in Authorization');
    const schemes = parseChallenges(response).map((item) => item.scheme);
    if (schemes.length === 0) return inapplicableJudgement('no challenge');
    if (bearerChallenge(response) !== undefined) return PASSED_JUDGEMENT;
    return judgementFrom([
      createFinding(exchange, 'header www-authenticate', 'a challenge with the scheme Bearer', schemes.join(', ')),
    ]);
  },
  ['scheme'],
);

/** RFC 6750 §3: at least one parameter; realm, scope, error and its companions at most once. */
const ONCE = ['realm', 'scope', 'error', 'error_description', 'error_uri'] as const;

const challengeParameters = passiveRule('http.challenge-parameters', (response, exchange) => {
  const challenge = response.status === 401 ? bearerChallenge(response) : undefined;
  if (challenge === undefined) return inapplicableJudgement('no Bearer challenge');
  const names = challenge.parameters.map(([name]) => name);
  return judgementFrom([
    ...(names.length > 0
      ? []
      : [createFinding(exchange, 'header www-authenticate', 'Bearer with a parameter', 'none')]),
    ...ONCE.filter((name) => names.indexOf(name) !== names.lastIndexOf(name)).map((name) =>
      createFinding(exchange, 'header www-authenticate', `one ${name}`, 'more than one'),
    ),
  ]);
});

/** True if a field or the URL contains a credential. */
function hasCredentials({ headers, url }: RecordedRequest): boolean {
  return url.includes(SECRET_MASK) || headers.some(([, value]) => value.includes(SECRET_MASK));
}

const challengeError = passiveRule(
  'http.challenge-error',
  (response, exchange, operation) => {
    const challenge = response.status === 401 ? bearerChallenge(response) : undefined;
    if (challenge === undefined) return inapplicableJudgement('no Bearer challenge');
    const said = (expected: string): string | undefined =>
      challenge.parameters.find(([name]) => name === expected)?.[1];
    const error = said('error');
    const { request } = exchange;
    if (!hasCredentials(request))
      return judgementFrom(
        error === undefined
          ? []
          : [createFinding(exchange, 'header www-authenticate', 'no error code, since no token was sent', error)],
      );
    const sent = request.headers.filter(([name]) => name === operation.carrier);
    // The service ignores a token in another place; two tokens are a malformed request.
    if (sent.length !== 1) return inapplicableJudgement('the request does not have exactly one token in its place');
    // A value with another scheme, or without one, is not a Bearer token.
    if (operation.carrier === 'authorization' && !/^bearer /i.test(sent[0]?.[1] ?? ''))
      return inapplicableJudgement('the request has no Bearer token');
    // A malformed token may be an invalid_request (RFC 6750 §3.1). A valid token may lack a scope, which the challenge
    // then names; status 403 for it is a separate SHOULD.
    const isShort = error === 'insufficient_scope' && said('scope') !== undefined;
    if (error === 'invalid_token' || error === 'invalid_request' || isShort) return PASSED_JUDGEMENT;
    return judgementFrom([
      createFinding(exchange, 'header www-authenticate', 'error="invalid_token"', error ?? 'no error code'),
    ]);
  },
  ['carrier'],
);

/** Seconds before its expiry in which a token may be rejected: clocks differ, and requests take time. */
const TOKEN_LIFE_MARGIN_S = 60;

/**
 * RFC 6749 §5.1: expires_in is the lifetime of the token, counted from the token response. A token may be revoked
 * earlier (RFC 6750 §3.1), so a client that gets a new one, accepted for the same request, is not locked out.
 */
const judgeTokenLife = passiveRule('http.token-life', (response, exchange) => {
  const refused = exchange.earlier?.find(({ token }) => token !== undefined)?.token;
  if (refused === undefined) return PASSED_JUDGEMENT;
  if (response.status === 401) return inapplicableJudgement('a new token is rejected too');
  const { age, life, call } = refused;
  if (life === undefined) return inapplicableJudgement('the lifetime of the token is unknown');
  if (life - age <= TOKEN_LIFE_MARGIN_S) return PASSED_JUDGEMENT;
  return judgementFrom([
    createFinding(
      exchange,
      'exchange',
      `the token is accepted for ${formatNumber(life)} s; it was issued ${formatNumber(age)} s ago`,
      `401 for request ${formatNumber(call)}, but a new token is accepted`,
      { came: String(call) },
    ),
  ]);
});

/** A token that is rejected during the setup of a case counts too. */
const tokenLife = { ...judgeTokenLife, wholeGroup: true } as const satisfies PassiveJudge;

/** The recorder searches for the credentials of this run before it masks them. A service may return other secrets. */
const noToken = passiveRule('http.no-token', (response, exchange) => {
  if (response.bytes === 0 && response.headers.length === 0) return inapplicableJudgement('no content');
  return judgementFrom(
    (response.secrets ?? []).map((place) => createFinding(exchange, place, 'no token', 'the token of the request')),
  );
});

/** Shorter bodies can occur in an error by chance, or as the value that the error names. */
const SHORTEST = 40;

const noEcho = passiveRule('http.no-echo', (response, exchange) => {
  const sent = exchange.request.body ?? '';
  if (response.status < 400 || sent.length < SHORTEST || response.bytes === 0)
    return inapplicableJudgement('not an error of a request with content');
  const asText = JSON.stringify(sent).slice(1, -1);
  const echoed = [sent, asText].some((text) => response.body.includes(text));
  if (!echoed) return PASSED_JUDGEMENT;
  return judgementFrom([
    createFinding(
      exchange,
      'body',
      'no copy of the request',
      `all ${pluralize(sent.length, 'character')} of the request`,
    ),
  ]);
});

const STACK = 'a stack frame';

/** Patterns of implementation details. Every repetition is bounded, so that no response keeps the matcher busy. */
const LEAKS: readonly (readonly [string, RegExp])[] = [
  // A clock time in parentheses is plain English: "at the hall (doors 19:30)".
  [
    STACK,
    /\bat [\w$.<>]{1,200} ?\((?!(?:[^)\n]{0,300} )?\d{1,2}:\d{2}\))[^)\n]{0,300}:\d{1,9}\)|Traceback \(most recent call last\)|^[ \t]{1,40}at [\w.$]{1,200}\(/m,
  ],
  // Lower-case words may be plain English, so the table must be one word.
  [
    'a database message',
    /\bSQLSTATE\b|\bORA-\d{5}\b|[Ss]yntax error at or near|SELECT .{1,80} FROM .{1,80} WHERE|\bselect .{1,80} from [\w."]{1,80} where /,
  ],
  // A path may be a URL of the service, so it must end with the extension of a source or settings file.
  [
    'a file path',
    /(?<=^|[\s"'(])(?:\/(?:usr|root|tmp)\/[\w./-]+|\/(?:var|home|opt|srv|app)\/[\w./-]{1,200}\.(?:bak|c|cfg|class|conf|cpp|crt|cs|db|dll|env|go|ini|jar|js|jsp|key|log|mjs|pem|php|pl|properties|py|rb|rs|so|sqlite|sql|toml|ts|war|ya?ml)\b|[A-Z]:\\\\?[A-Za-z][\w .-]*\\[\w\\ .-]+)/,
  ],
  // Single words are common error names in APIs. Only names with a package, or followed by the output of a runtime, are
  // exceptions.
  [
    'an exception',
    new RegExp(
      [
        String.raw`\b(?:java|javax|org\.springframework|com\.ibm|System|Microsoft)(?:\.\w{1,60}){0,8}\.[A-Z]\w{0,60}(?:Exception|Error)\b`,
        String.raw`\b[A-Z]\w{1,80}Exception(?:: |\{|@[\da-f]{4,16}\b)|\bNullPointerException\b`,
        String.raw`\b(?:Type|Reference|Range|Syntax|Key|Value|Attribute|Index|Name|NoMethod|Argument|Runtime|ZeroDivision)Error: `,
        String.raw`\bCannot read propert(?:y|ies) .{0,80}of (?:undefined|null)\b|'NoneType' object`,
        String.raw`\bObject reference not set to an instance\b|\bnil pointer dereference\b`,
      ].join('|'),
    ),
  ],
];

/** Fields that contain URLs of the service, and documented error names. */
const ADDRESSES = /"(?:path|instance|href|self|location|uri|url|exception|javaClassName)"\s*:\s*"(?:[^"\\]|\\.)*"/gi;
const ADDRESS_FIELDS = new Set(['location', 'content-location', 'link']);

/** No standard requires it; RFC 9457 §5 asks for care without a keyword. Only errors are searched. */
const noLeak = passiveRule('http.no-leak', (response, exchange) => {
  if (response.status < 400) return inapplicableJudgement('not an error');
  const fields = response.headers
    .filter(([name]) => !ADDRESS_FIELDS.has(name))
    .map(([name, value]) => `${name}: ${value}`);
  const text = `${fields.join('\n')}\n${response.body.replace(ADDRESSES, '""')}`;
  return judgementFrom(
    LEAKS.flatMap(([what, pattern]) => {
      const match = pattern.exec(text);
      if (match === null) return [];
      const shown = truncateText(match[0].trim(), 120);
      return [
        createFinding(
          exchange,
          'response',
          `no trace of ${what}`,
          shown,
          what === STACK ? { kind: 'stack-frame' } : {},
        ),
      ];
    }),
  );
});

/** The example of RFC 9110 §10.2.4 names the server and one component; a longer list reveals more. */
const MAX_PRODUCTS = 2;

const banner = passiveRule('http.banner', (response, exchange) => {
  const value = firstHeader(response, 'server');
  if (value === undefined) return inapplicableJudgement('no header names the software');
  const products = value
    .replace(/\([^)]*\)/g, ' ')
    .split(/\s+/)
    .filter((product) => product !== '');
  const detailed = /\([^)]*\w/.test(value) || products.length > MAX_PRODUCTS;
  return judgementFrom(
    detailed
      ? [createFinding(exchange, 'header server', `at most ${MAX_PRODUCTS} products and no comment`, value)]
      : [],
  );
});

const NAMING: ReadonlySet<string> = new Set([
  'server',
  'x-powered-by',
  'x-aspnet-version',
  'x-aspnetmvc-version',
  'x-generator',
  'via',
]);

const softwareVersion = passiveRule('http.software-version', (response, exchange) => {
  const sent = response.headers.filter(([name]) => NAMING.has(name));
  if (sent.length === 0) return inapplicableJudgement('no header names the software');
  // `Via` always contains the protocol version, so only a product version in a comment counts.
  const product = sent.filter(([name, value]) =>
    name === 'via' ? /\([^)]*\/\d/.test(value) : /\d+\.\d+|\/\d/.test(value),
  );
  return judgementFrom(product.map(([name, value]) => createFinding(exchange, `header ${name}`, 'no version', value)));
});

/**
 * Cookies of load balancers and proxies for session affinity. They carry no login, and the service cannot change them.
 */
const STICKY =
  /^(AWSALB|AWSELB|ARRAffinity|BIGipServer|GCLB|GAESA|INGRESSCOOKIE|SERVERID|JSESSIONIDSSO|TS[0-9a-f]{6,}|__cf|cf_|visid_incap|incap_ses|ak_bmsc|bm_)/i;

const cookies = passiveRule('http.cookies', (response, exchange) => {
  const set = response.headers.filter(([name, value]) => name === 'set-cookie' && !STICKY.test(value));
  if (set.length === 0) return inapplicableJudgement('no cookie is set');
  const expected = ['HttpOnly', 'SameSite', ...(exchange.request.url.startsWith('https:') ? ['Secure'] : [])];
  return judgementFrom(
    set.flatMap(([name, value]): readonly Finding[] => {
      const attributes = value
        .split(';')
        .slice(1)
        .map((part) => part.split('=')[0]?.trim().toLowerCase());
      const lacking = expected.filter((attribute) => !attributes.includes(attribute.toLowerCase()));
      return lacking.length === 0 ? [] : [createFinding(exchange, `header ${name}`, lacking.join(', '), value)];
    }),
  );
});

/** Reserved names (RFC 6761): a check invented an origin that uses one. */
const MADE_UP = /^https?:\/\/([^/]*\.)?(invalid|example|test|example\.(com|net|org))(:\d+)?$/;

const crossOrigin = passiveRule('http.cross-origin', (response, exchange) => {
  const allowed = firstHeader(response, 'access-control-allow-origin');
  if (allowed === undefined) return inapplicableJudgement('no other origin is allowed');
  if (firstHeader(response, 'access-control-allow-credentials')?.trim().toLowerCase() !== 'true')
    return inapplicableJudgement('no credentials are allowed');
  const asked = firstHeader(exchange.request, 'origin');
  const open = allowed.trim() === 'null' || (asked !== undefined && MADE_UP.test(asked) && asked === allowed.trim());
  if (!open) return PASSED_JUDGEMENT;
  return judgementFrom([
    createFinding(
      exchange,
      'header access-control-allow-origin',
      'a known origin, if credentials are allowed',
      allowed,
    ),
  ]);
});

const transportSecurity = passiveRule('http.transport-security', (response, exchange) => {
  const value = firstHeader(response, 'strict-transport-security');
  if (value === undefined) return inapplicableJudgement('no Strict-Transport-Security header');
  const { protocol, hostname } = new URL(exchange.request.url);
  if (protocol === 'http:')
    // A proxy may terminate TLS: on this machine, or in an internal network.
    return networkReach(hostname) !== 'everywhere'
      ? inapplicableJudgement('an internal address, for which the header may not be meant')
      : judgementFrom([createFinding(exchange, 'header strict-transport-security', 'absent over plain HTTP', value)]);
  if (/(^|[\s;])max-age\s*=\s*"?\d+"?\s*(;|$)/i.test(value)) return PASSED_JUDGEMENT;
  return judgementFrom([createFinding(exchange, 'header strict-transport-security', 'a max-age', value)]);
});

export const httpSecurityRules = [
  challenge,
  challengeScheme,
  challengeParameters,
  challengeError,
  tokenLife,
  noToken,
  noEcho,
  noLeak,
  banner,
  softwareVersion,
  cookies,
  crossOrigin,
  transportSecurity,
] as const;
