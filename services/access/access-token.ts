import { compactVerify, createLocalJWKSet, decodeJwt, decodeProtectedHeader, type JSONWebKeySet } from 'jose';
import { isObject } from '../model/json-type.ts';
import { decodeUtf8, parseJson } from '../http/json-text.ts';
import { tokenFault } from '../faults/ids.ts';
import type { Switches } from '../faults/switches.ts';
import type { ServiceName } from '../services.ts';

export interface Caller {
  readonly organisation: string;
  readonly device: string;
}

interface Claims {
  readonly iss?: unknown;
  readonly sub?: unknown;
  readonly aud?: unknown;
  readonly iat?: unknown;
  readonly exp?: unknown;
  readonly nbf?: unknown;
  readonly org?: unknown;
}

export interface VerifierOptions {
  readonly service: ServiceName;
  readonly issuer: string;
  readonly audience: string;
  readonly keys: JSONWebKeySet;
  readonly clock: () => Date;
  readonly switches: Switches;
}

// A client sends the same token with every call for an hour; the bound keeps a flood of tokens from growing the map.
const cacheLimit = 1000;

/** Verifies access tokens: signed by the identity provider, for this service, in their lifetime. */
export class AccessTokenVerifier {
  readonly #options: VerifierOptions;
  readonly #keyOf: ReturnType<typeof createLocalJWKSet>;
  readonly #verified = new Map<string, Claims>();

  constructor(options: VerifierOptions) {
    this.#options = options;
    this.#keyOf = createLocalJWKSet(options.keys);
    options.switches.onChange(() => {
      this.#verified.clear();
    });
  }

  /** The caller, or `undefined` for a token that is to be refused. */
  verify(token: string): Caller | undefined | Promise<Caller | undefined> {
    const known = this.#verified.get(token);
    if (!known) return this.#verifyFirst(token);
    if (!this.#isCurrent(known)) {
      this.#verified.delete(token);
      return undefined;
    }
    return callerOf(known);
  }

  async #verifyFirst(token: string): Promise<Caller | undefined> {
    const claims = await this.#claimsOf(token);
    if (!claims || !this.#isForThisService(claims) || !this.#isCurrent(claims)) return undefined;
    const caller = callerOf(claims);
    if (caller) this.#remember(token, claims);
    return caller;
  }

  #remember(token: string, claims: Claims): void {
    const oldest = this.#verified.size >= cacheLimit ? this.#verified.keys().next().value : undefined;
    if (oldest !== undefined) this.#verified.delete(oldest);
    this.#verified.set(token, claims);
  }

  async #claimsOf(token: string): Promise<Claims | undefined> {
    const { service, switches } = this.#options;
    try {
      const { alg } = decodeProtectedHeader(token);
      const trustsUnsigned = alg === 'none' && switches.on(tokenFault(service, 'alg-none.off'));
      if (trustsUnsigned || switches.on(tokenFault(service, 'signature.off'))) return decodeJwt(token);
      const { payload } = await compactVerify(token, this.#keyOf, { algorithms: ['RS256'] });
      const claims = parseJson(decodeUtf8(payload));
      return isObject(claims) ? claims : undefined;
    } catch {
      // Whatever is wrong with the token, the answer is the same, and its reason is not for the caller.
      return undefined;
    }
  }

  #isForThisService({ iss, aud }: Claims): boolean {
    const { service, issuer, audience, switches } = this.#options;
    if (iss !== issuer && !switches.on(tokenFault(service, 'issuer.off'))) return false;
    const isNamed = aud === audience || (Array.isArray(aud) && aud.includes(audience));
    return isNamed || switches.on(tokenFault(service, 'audience.off'));
  }

  #isCurrent({ exp, nbf, iat }: Claims): boolean {
    const { service, clock, switches } = this.#options;
    const now = clock().getTime() / 1000;
    const inTime = typeof exp === 'number' && exp > now;
    if (!inTime && !switches.on(tokenFault(service, 'expiry.off'))) return false;
    const begun = (nbf === undefined || isPast(nbf, now)) && (iat === undefined || isPast(iat, now));
    return begun || switches.on(tokenFault(service, 'not-before.off'));
  }
}

function isPast(time: unknown, now: number): boolean {
  return typeof time === 'number' && time <= now;
}

function callerOf({ org, sub }: Claims): Caller | undefined {
  return typeof org === 'string' && typeof sub === 'string' ? { organisation: org, device: sub } : undefined;
}
