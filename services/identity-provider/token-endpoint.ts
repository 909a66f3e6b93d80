import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { identityProviderUrl } from '../services.ts';
import type { KeyPair, RegisteredDevice } from './keys.ts';
import { mediaType, json, type Call, type Reply } from '../http/message.ts';
import { decodeUtf8 } from '../http/json-text.ts';
import { judge, type AssertionStages } from './assertion.ts';

export type TokenClaims = Readonly<Record<'iss' | 'sub' | 'aud' | 'org' | 'jti', string>> &
  Readonly<Record<'iat' | 'exp', number>>;

export interface TokenRefusal {
  readonly error: string;
  readonly description: string;
}

/** The stages of a token request, in their order. */
export interface TokenStages {
  readonly answer: (call: Call) => Promise<Reply>;
  readonly isForm: (contentType: string | undefined) => boolean;
  readonly refuseRepetition: (form: Form) => TokenRefusal | undefined;
  readonly refuseGrantType: (grantType: string | undefined) => TokenRefusal | undefined;
  readonly claims: (device: Pick<RegisteredDevice, 'device' | 'kid' | 'organisation'>, audience: string) => TokenClaims;
  readonly sign: (claims: TokenClaims) => string | Promise<string>;
  /** The body of a success. */
  readonly describe: (token: string) => Readonly<Record<string, unknown>>;
  readonly grant: (body: Readonly<Record<string, unknown>>) => Reply;
  readonly refuse: (refusal: TokenRefusal, status?: number) => Reply;
}

export interface TokenOptions {
  readonly kid: string;
  readonly keys: KeyPair;
  readonly clock: () => Date;
}

const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
export const tokenLifetime = 3600;
const mebibyte = 1024 * 1024;
const day = 24 * 60 * 60 * 1000;

const invalidRequest = (description: string): TokenRefusal => ({ error: 'invalid_request', description });

export function tokenStages(
  stages: { readonly assertion: AssertionStages; readonly token: TokenStages },
  { kid, keys, clock }: TokenOptions,
): TokenStages {
  return {
    answer: (call) => answerTokenRequest(call, stages, clock),
    isForm,
    refuseRepetition: (form) =>
      [...form.values()].some((values) => values.length > 1) ? invalidRequest('A parameter is repeated.') : undefined,
    refuseGrantType: (asked) => {
      if (asked === undefined) return invalidRequest('grant_type is required.');
      return asked === grantType
        ? undefined
        : { error: 'unsupported_grant_type', description: 'The grant type is not supported.' };
    },
    claims: (device, audience) => {
      const issuedAt = Math.floor(clock().getTime() / 1000);
      return {
        iss: identityProviderUrl,
        sub: device.device,
        aud: audience,
        iat: issuedAt,
        exp: issuedAt + tokenLifetime,
        org: device.organisation,
        jti: randomUUID(),
      };
    },
    sign: (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, typ: 'at+jwt' }).sign(keys.privateKey),
    describe: (token) => {
      const now = clock().getTime();
      return {
        access_token: token,
        token_type: 'bearer',
        expires_in: tokenLifetime,
        scope: '',
        key_expiry: new Date(now + 180 * day).toISOString(),
        device_expiry: new Date(now + 1825 * day).toISOString(),
      };
    },
    grant: (body) => json(200, body, { 'cache-control': 'no-store' }),
    // RFC 6749, section 5.2. Never an access token beside an error.
    refuse: ({ error, description }, status = 400) =>
      json(status, { error, error_description: description }, { 'cache-control': 'no-store' }),
  };
}

/** The JWT-bearer token request of student-reporting section 5; address and parameters are assumed. */
async function answerTokenRequest(
  call: Call,
  { assertion, token }: { readonly assertion: AssertionStages; readonly token: TokenStages },
  clock: () => Date,
): Promise<Reply> {
  const form = await readForm(call, token);
  if ('status' in form) return form;
  const { parameters } = form;
  const unsupported = token.refuseGrantType(parameters.get('grant_type')?.[0]);
  if (unsupported) return token.refuse(unsupported);
  const text = parameters.get('assertion')?.[0];
  if (text === undefined) return token.refuse(invalidRequest('assertion is required.'));
  const verdict = await judge(text, assertion, clock().getTime() / 1000);
  if (!verdict.isGranted) return token.refuse(verdict);
  const claims = token.claims(verdict.device, verdict.audience);
  return token.grant(token.describe(await token.sign(claims)));
}

async function readForm(call: Call, stages: TokenStages): Promise<Reply | { readonly parameters: Form }> {
  if (!stages.isForm(call.header('content-type'))) {
    return stages.refuse(invalidRequest('The body must be application/x-www-form-urlencoded.'));
  }
  const bytes = await call.read(mebibyte);
  if (!bytes) return stages.refuse(invalidRequest('The body is longer than 1 MiB.'), 413);
  let text: string;
  try {
    text = decodeUtf8(bytes);
  } catch {
    return stages.refuse(invalidRequest('The body is not UTF-8.'));
  }
  const parameters = parseForm(text);
  if (!parameters) return stages.refuse(invalidRequest('A parameter is not rightly encoded.'));
  const repeated = stages.refuseRepetition(parameters);
  return repeated ? stages.refuse(repeated) : { parameters };
}

export type Form = ReadonlyMap<string, readonly string[]>;

export function isForm(contentType: string | undefined): boolean {
  return mediaType(contentType) === 'application/x-www-form-urlencoded';
}

/** The parameters of a form body, or `undefined` when one is not rightly encoded. A parameter without a value counts as omitted. */
export function parseForm(text: string): Form | undefined {
  const form = new Map<string, string[]>();
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = decode(equals < 0 ? '' : pair.slice(equals + 1));
    if (name === undefined || value === undefined) return undefined;
    if (value !== '') form.set(name, [...(form.get(name) ?? []), value]);
  }
  return form;
}

/** Stricter than URLSearchParams, which lets a bad escape through as text. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** What can be wrong with an access token that only the identity provider can have made. */
export type SpoiledToken = 'expired' | 'notYetValid' | 'otherIssuer';

export interface SpoiledTokenOptions {
  readonly device: RegisteredDevice;
  readonly audience: string;
  readonly keys: KeyPair;
  readonly kid: string;
  readonly now: Date;
}

const minute = 60;
const hour = 60 * minute;

/**
 * From when such a token is valid, in seconds from now; each lives for an hour. One that is over is so by little more than clocks differ: a service
 * that goes on taking tokens for half an hour would refuse an older one. One that has not begun has a day, since it may lie in a file for a while.
 */
const BEGINS: Readonly<Record<SpoiledToken, number>> = {
  expired: -hour - 10 * minute,
  notYetValid: 24 * hour,
  otherIssuer: 0,
};

/** For tests of the services: a token with the right signature, and one claim that has to be looked at. */
export function spoiledToken(
  what: SpoiledToken,
  { device, audience, keys, kid, now }: SpoiledTokenOptions,
): Promise<string> {
  const seconds = Math.floor(now.getTime() / 1000);
  const issuedAt = seconds + BEGINS[what];
  const claims = {
    iss: what === 'otherIssuer' ? 'https://elsewhere.example/' : identityProviderUrl,
    sub: device.device,
    aud: audience,
    iat: issuedAt,
    nbf: issuedAt,
    exp: issuedAt + hour,
    org: device.organisation,
    jti: randomUUID(),
  };
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, typ: 'at+jwt' }).sign(keys.privateKey);
}
