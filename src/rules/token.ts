/** Rules about the token endpoint (RFC 6749) and the tokens it issues. */
import { jsonBody, responseValue } from '../model/body.ts';
import { formatNumber } from '../model/text.ts';
import { mapOptional } from '../model/objects.ts';
import { ACCESS_TOKEN_POINTER } from '../model/jwt.ts';
import { firstHeader, combinedHeader } from '../model/headers.ts';
import { type Json, jsonText } from '../model/json.ts';
import { valueAtPointer } from '../model/pointer.ts';
import { caseRule } from './define-rule.ts';
import {
  requireResponse,
  createFinding,
  inapplicableJudgement,
  judgementFrom,
  PASSED_JUDGEMENT,
  requireRejection,
  schemaFinding,
  statusFinding,
  valueFinding,
} from './evidence.ts';
import type { Finding } from './model.ts';
import { ANYTHING, objectParams, POINTER, STEP, STEP_PARAMS, STEPS, TEXT } from './params.ts';
import { schemaFailures } from './schema.ts';

const response = caseRule(
  {
    id: 'token.response',
    title: 'A token response contains token, type and lifetime',
    fails: 'returns a token response without a required field: {where} is {actual} instead of {expected}',
    explain:
      'A successful token response contains an access token, its type, and its lifetime in seconds if the identity provider states it.',
    source: 'RFC 6749 §5.1',
    requirement: 'http.token-response',
  },
  STEP_PARAMS,
  /** RFC 6749 §5.1: access_token and token_type are REQUIRED. expires_in is RECOMMENDED, a number of seconds. */
  (params, evidence) => {
    const reply = requireResponse(evidence, params.step);
    const body = jsonBody(reply.response);
    const value = body.ok ? body.value : undefined;
    const token = valueAtPointer(value, ACCESS_TOKEN_POINTER);
    const type = valueAtPointer(value, '/token_type');
    const lifetime = valueAtPointer(value, '/expires_in');
    const isLife = lifetime === undefined || (typeof lifetime === 'number' && lifetime > 0);
    return judgementFrom([
      ...(typeof token === 'string' && token !== ''
        ? []
        : [createFinding(reply.exchange, 'body#/access_token', 'a token', mapOptional(token, jsonText))]),
      ...(typeof type === 'string' && type !== ''
        ? []
        : [createFinding(reply.exchange, 'body#/token_type', 'the type of the token', mapOptional(type, jsonText))]),
      ...(isLife
        ? []
        : [createFinding(reply.exchange, 'body#/expires_in', 'seconds above 0, or absent', jsonText(lifetime))]),
    ]);
  },
);

/** Tolerance for clock differences and whole seconds. */
const LIFE_MARGIN_S = 60;

const expiresIn = caseRule(
  {
    id: 'token.expires-in',
    title: 'The stated lifetime is not longer than that of the token',
    fails: 'states a longer lifetime than the token has: {actual} instead of {expected}',
    explain:
      '`expires_in` is the lifetime of the token in seconds, and the `exp` claim of a JWT is its expiry. If the first is longer, clients keep using a token that is already rejected.',
    requirement: 'http.expires-in',
    source: 'RFC 6749 §5.1 defines expires_in, without a keyword',
  },
  STEP_PARAMS,
  /**
   * RFC 6749 §5.1 defines expires_in as the lifetime of the token. A value that is too low makes clients renew early,
   * which is harmless; a value that is too high makes them use an expired token.
   */
  (params, evidence) => {
    const { exchange, response } = requireResponse(evidence, params.step);
    const stated = responseValue({ response }, '/expires_in');
    const [exp, iat] = ['/claims/exp', '/claims/iat'].map((place) => valueAtPointer(response.decoded, place));
    if (typeof stated !== 'number')
      return inapplicableJudgement('the response does not state the lifetime of the token');
    if (typeof exp !== 'number') return inapplicableJudgement('the token does not state its expiry, or cannot be read');
    const lifetime = exp - (typeof iat === 'number' ? iat : Math.floor(exchange.at / 1000));
    if (stated <= lifetime + LIFE_MARGIN_S) return PASSED_JUDGEMENT;
    return judgementFrom([
      createFinding(
        exchange,
        'body#/expires_in',
        `at most ${formatNumber(lifetime)} s, by the exp of the token`,
        `${formatNumber(stated)} s`,
      ),
    ]);
  },
);

/** Tolerance for whole seconds and two synchronized clocks. */
const CLOCK_MARGIN_S = 10;

function seconds(count: number): string {
  return `${formatNumber(Math.round(count))} s`;
}

const issuedNow = caseRule(
  {
    id: 'token.issued-now',
    title: 'A token is valid as soon as it is issued',
    fails: 'issues tokens that are not valid yet, or no longer: {where} is {actual}',
    explain:
      'The `iat`, `nbf` and `exp` claims of a JWT are compared with the Date of the token response. If the clock of the issuer is ahead, services reject the token until their clocks catch up. If it is behind, or in another time zone, the token has expired before its first use.',
    requirement: 'http.issued-now',
    source:
      'RFC 7519 §4.1.5 requires the rejection of a token before its nbf and §4.1.4 after its exp, with some optional leeway; §4.1.6 defines iat',
  },
  STEP_PARAMS,
  /** Only the clock of the response is used, so a wrong local clock does not matter. */
  (params, evidence) => {
    const { exchange, response } = requireResponse(evidence, params.step);
    const date = Date.parse(firstHeader(response, 'date') ?? '') / 1000;
    if (Number.isNaN(date)) return inapplicableJudgement('the response has no Date');
    const ahead = (claim: string): number | undefined => {
      const time = valueAtPointer(response.decoded, `/claims/${claim}`);
      return typeof time === 'number' ? time - date : undefined;
    };
    const [starts, end] = [['iat', 'nbf'].map((claim) => ({ claim, by: ahead(claim) })), ahead('exp')];
    if (end === undefined && starts.every(({ by }) => by === undefined))
      return inapplicableJudgement('the token does not state its validity, or cannot be read');
    const late = starts.flatMap(({ claim, by = 0 }) =>
      by > CLOCK_MARGIN_S
        ? [
            createFinding(
              exchange,
              `claim ${claim}`,
              'no later than the Date of the response',
              `${seconds(by)} after it`,
            ),
          ]
        : [],
    );
    const past =
      end !== undefined && end <= 0
        ? [createFinding(exchange, 'claim exp', 'later than the Date of the response', `${seconds(-end)} before it`)]
        : [];
    return judgementFrom([...late, ...past]);
  },
);

const noStore = caseRule(
  {
    id: 'token.no-store',
    title: 'A token response is not stored by caches',
    fails: 'lets caches store a token: {actual} instead of {expected}',
    explain: 'A response with a token has `cache-control: no-store`.',
    source: 'RFC 6749 §5.1',
    requirement: 'http.token-no-store',
  },
  STEP_PARAMS,
  (params, evidence) => {
    const reply = requireResponse(evidence, params.step);
    const value = combinedHeader(reply.response, 'cache-control');
    if (/(^|[\s,])no-store($|[\s,])/i.test(value ?? '')) return PASSED_JUDGEMENT;
    return judgementFrom([createFinding(reply.exchange, 'header cache-control', 'no-store', value)]);
  },
);

const decoded = caseRule(
  {
    id: 'token.decoded',
    title: 'A token has the header and claims of the contract',
    fails: 'issues a token with a wrong value for {where}: {actual} instead of {expected}',
    explain:
      'The contract specifies the header and the claims of a token with a JSON Schema of its own. Clients and services read them.',
  },
  objectParams({ step: STEP, schema: ANYTHING }, { pointer: POINTER }),
  (params, evidence) => {
    const { step, pointer = ACCESS_TOKEN_POINTER } = params;
    const reply = requireResponse(evidence, step);
    const { decoded } = reply.response;
    if (decoded === undefined)
      return judgementFrom([createFinding(reply.exchange, `body#${pointer}`, 'a JWT', 'none')]);
    return judgementFrom(
      schemaFailures(params.schema as Json, decoded).map((item) =>
        schemaFinding(reply.exchange, pointer, decoded, item),
      ),
    );
  },
);

const audienceAsked = caseRule(
  {
    id: 'token.audience-asked',
    title: 'A token is issued for the requested service',
    fails: 'issues tokens for another service than the requested one: {where} is {actual} instead of {expected}',
    explain:
      'A device requests a token for one service, then for another, then for the first again. A cache by device, or a single cached token, returns the token of the previous request. One service rejects it, and the other can use it to call the first. The same is true for a token for both services.',
    source: 'RFC 7519 §4.1.3 defines aud; the contract specifies that it is the service that the assertion names',
    convention: true,
  },
  objectParams({
    /** Token requests in order. */
    steps: STEPS,
    /** The claim of the assertion that names the requested service. */
    claim: TEXT,
  }),
  /** The audience is judged by `aud` only if some tokens have the requested value there; others use another claim. */
  ({ steps, claim }, evidence) => {
    const tokens = [];
    for (const step of steps) {
      const { exchange, response } = requireResponse(evidence, step);
      const claims = valueAtPointer(exchange.request.decoded, '/claims');
      const asked = typeof claims === 'object' && claims !== null ? Object.entries(claims) : [];
      const expected: unknown = asked.find(([name]) => name === claim)?.[1];
      const named = [valueAtPointer(response.decoded, '/claims/aud') ?? []].flat();
      if (typeof expected !== 'string' || named.length === 0)
        return inapplicableJudgement('the token does not state its audience, or cannot be read');
      tokens.push({ exchange, wanted: expected, named });
    }
    const all = tokens.map(({ wanted }) => wanted);
    if (!tokens.some(({ named }) => named.some((item) => all.includes(String(item)))))
      return inapplicableJudgement('the aud of the tokens contains none of the requested services');
    return judgementFrom(
      tokens
        .filter(
          ({ named, wanted }) =>
            !named.includes(wanted) || named.some((item) => item !== wanted && all.includes(String(item))),
        )
        .map(({ exchange, wanted, named }) => createFinding(exchange, 'claim aud', wanted, named.join(', '))),
    );
  },
);

const sameRefusal = caseRule(
  {
    id: 'token.same-refusal',
    title: 'A rejection does not reveal whether a device exists',
    fails: 'reveals in a rejection whether a device exists: {actual} instead of {expected}',
    explain:
      'One assertion names an unknown key. The other names a known key and is signed with another one. Both are rejected with the same status and error code.',
  },
  objectParams({
    /** An unknown device, and a known one whose key was not used. */
    unknown: STEP,
    known: STEP,
  }),
  (params, evidence) => {
    const unknown = requireRejection(evidence, params.unknown);
    const known = requireRejection(evidence, params.known);
    const code = (reply: typeof known): Json | undefined => responseValue(reply, '/error');
    const findings: Finding[] = [];
    if (unknown.response.status !== known.response.status)
      findings.push(statusFinding(known.exchange, [unknown.response.status]));
    if (code(unknown) !== code(known))
      findings.push(valueFinding(known.exchange, 'body#/error', code(unknown), code(known)));
    return judgementFrom(findings);
  },
);

export const tokenRules = [response, expiresIn, issuedNow, noStore, decoded, audienceAsked, sameRefusal] as const;
