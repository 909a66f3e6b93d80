import { GatewayError } from '../http/gateway-error.ts';
import type { Call } from '../http/message.ts';
import type { ServiceName } from '../services.ts';
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { decodeUtf8, parseJson } from '../http/json-text.ts';
import { isObject } from '../model/objects.ts';

export interface Caller {
  readonly organisation: string;
  readonly device: string;
}

export interface Claims {
  readonly iss?: unknown;
  readonly sub?: unknown;
  readonly aud?: unknown;
  readonly iat?: unknown;
  readonly exp?: unknown;
  readonly nbf?: unknown;
  readonly org?: unknown;
}

/** The stages of verifying an access token: signed by the identity provider, for this service, in its lifetime. */
export interface AccessToken {
  /** The caller, or `undefined` for a token that is to be refused. */
  readonly verify: (token: string) => Caller | undefined | Promise<Caller | undefined>;
  /** The claims of a token whose signature is right. */
  readonly claimsOf: (token: string) => Promise<Claims | undefined>;
  readonly isOfIssuer: (claims: Claims) => boolean;
  readonly isForService: (claims: Claims) => boolean;
  readonly isUnexpired: (claims: Claims, now: number) => boolean;
  readonly hasBegun: (claims: Claims, now: number) => boolean;
}

export interface AccessTokenOptions {
  readonly issuer: string;
  readonly audience: string;
  readonly keyOf: KeyOf;
  readonly clock: () => Date;
}

export type KeyOf = ReturnType<typeof createLocalJWKSet>;

export function keysOf(published: JSONWebKeySet): KeyOf {
  return createLocalJWKSet(published);
}

// A client sends the same token with every call for an hour; the bound keeps a flood of tokens from growing the map.
const cacheLimit = 1000;

export function accessToken(
  stages: { readonly token: AccessToken },
  { issuer, audience, keyOf, clock }: AccessTokenOptions,
): AccessToken {
  return {
    verify: verifier(stages, clock),
    claimsOf: (token) => claimsOf(token, keyOf),
    isOfIssuer: ({ iss }) => iss === issuer,
    isForService: ({ aud }) => aud === audience || (Array.isArray(aud) && aud.includes(audience)),
    isUnexpired: ({ exp }, now) => typeof exp === 'number' && exp > now,
    hasBegun: ({ nbf, iat }, now) => [nbf, iat].every((time) => time === undefined || isPast(time, now)),
  };
}

/** Verifies a token once; what cannot change about it is remembered. */
function verifier(stages: { readonly token: AccessToken }, clock: () => Date): AccessToken['verify'] {
  const verified = new Map<string, Claims>();
  const isCurrent = (claims: Claims): boolean => {
    const now = clock().getTime() / 1000;
    return stages.token.isUnexpired(claims, now) && stages.token.hasBegun(claims, now);
  };
  const remember = (token: string, claims: Claims): void => {
    const oldest = verified.size >= cacheLimit ? verified.keys().next().value : undefined;
    if (oldest !== undefined) verified.delete(oldest);
    verified.set(token, claims);
  };
  const verifyFirst = async (token: string): Promise<Caller | undefined> => {
    const claims = await stages.token.claimsOf(token);
    if (!claims || !stages.token.isOfIssuer(claims) || !stages.token.isForService(claims)) return undefined;
    if (!isCurrent(claims)) return undefined;
    const caller = callerOf(claims);
    if (caller) remember(token, claims);
    return caller;
  };
  return (token) => {
    const known = verified.get(token);
    if (!known) return verifyFirst(token);
    if (isCurrent(known)) return callerOf(known);
    verified.delete(token);
    return undefined;
  };
}

async function claimsOf(token: string, keyOf: KeyOf): Promise<Claims | undefined> {
  try {
    const { payload } = await compactVerify(token, keyOf, { algorithms: ['RS256'] });
    const claims = parseJson(decodeUtf8(payload));
    return isObject(claims) ? claims : undefined;
  } catch {
    // Whatever is wrong with the token, the answer is the same, and its reason is not for the caller.
    return undefined;
  }
}

function isPast(time: unknown, now: number): boolean {
  return typeof time === 'number' && time <= now;
}

function callerOf({ org, sub }: Claims): Caller | undefined {
  return typeof org === 'string' && typeof sub === 'string' ? { organisation: org, device: sub } : undefined;
}

/** The stages of letting a call in. */
export interface Door {
  /** The caller of an authorised call; throws the 401 with its challenge otherwise. */
  readonly admit: (call: Call) => Caller | Promise<Caller>;
  /** Takes the token out of a call; `undefined` when none was sent. */
  readonly tokenOf: (call: Call) => string | undefined;
  /** The header fields of a 401. */
  readonly challenge: (sentToken: boolean) => Readonly<Record<string, string>>;
}

export function door(
  stages: { readonly door: Door; readonly token: AccessToken },
  service: ServiceName,
  tokenOf: Door['tokenOf'],
): Door {
  return {
    admit: (call) => {
      const token = stages.door.tokenOf(call);
      if (token === undefined) throw unauthorised('An access token is required.', stages.door.challenge(false));
      const verdict = stages.token.verify(token);
      const admitted = (caller: Caller | undefined): Caller => {
        if (caller) return caller;
        throw unauthorised('The access token is not valid.', stages.door.challenge(true));
      };
      return verdict instanceof Promise ? verdict.then(admitted) : admitted(verdict);
    },
    tokenOf,
    challenge: (sentToken) => {
      // RFC 6750, section 3.1: an error code only for a token that was sent.
      const error = sentToken ? ', error="invalid_token", error_description="The access token is not valid."' : '';
      return { 'www-authenticate': `Bearer realm="${service}"${error}` };
    },
  };
}

/** student-reporting carries the token in a header of its own (assumed; section 5 does not show which). */
export function accessTokenHeader(call: Call): string | undefined {
  return call.header('access-token')?.trim() || undefined;
}

/** partner-onboarding carries it as RFC 6750 has it (assumed; section 5 shows no scheme). */
export function bearerToken(call: Call): string | undefined {
  return /^bearer +(\S+) *$/i.exec(call.header('authorization') ?? '')?.[1];
}

function unauthorised(detail: string, headers: Readonly<Record<string, string>>): GatewayError {
  return new GatewayError(401, { code: 'unauthorised', detail }, headers);
}
