/** Signs in as the parties of a target and keeps their access tokens until they expire. */
import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { BadInput } from '../errors.ts';
import type {
  SecretRef,
  SecurityScheme,
  Signer,
  InvalidTokens,
  TargetService,
  TokenIssuer,
  TokenKind,
} from '../load/model.ts';
import { headerValueFault } from '../model/headers.ts';
import type { ForgedToken } from '../plan/model.ts';
import {
  clientCredentials,
  clientOf,
  type Credentials,
  keyReference,
  missingParty,
  partyKey,
  type PartyName,
  type SecretReader,
} from './auth-schemes.ts';
import { KnownSecrets } from './known-secrets.ts';
import type { Redactor } from './redactor.ts';
import { readPrivateKey } from './key-material.ts';
import {
  type AssertionContract,
  faultyAccessToken,
  validAssertion,
  readJwt,
  assertionSettings,
  signAssertion,
  type SigningParty,
} from './tokens.ts';
import { notSentFailure, type Transport, TransportFailure, type WireRequest, type WireResponse } from './transport.ts';
import { omitUndefined } from '../model/objects.ts';
import type { RejectedToken } from '../model/exchange.ts';

/** RFC 6749 §4.4.2 */
const CLIENT_GRANT = 'client_credentials';
/** Consecutive sign-in timeouts before no more are sent. */
const MAX_TIMEOUTS = 3;

/** Headers of a token request that the headers of the target do not replace. */
const FIXED: readonly string[] = ['content-type', 'accept'];

interface CachedToken {
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
  readonly grant: TokenGrant;
}

/** Access tokens by party and audience, for one way of sign-in. */
type Tokens = Map<string, Promise<CachedToken>>;

/** Tokens and secrets that several parts of one run share: a response to one may contain a token of another. */
export interface SharedTokens {
  /** By way of sign-in. */
  readonly tokens: Map<string, Tokens>;
  readonly known: KnownSecrets;
}

export function sharedTokens(): SharedTokens {
  return { tokens: new Map(), known: new KnownSecrets() };
}

export interface TokenProviderOptions {
  readonly service: TargetService;
  readonly assertion: AssertionContract;
  /** Default: kind detected from the token, issued by the identity provider. */
  readonly accessToken?: { readonly kind: TokenKind; readonly issuer: TokenIssuer };
  readonly grantType: string;
  /** Auth scheme of the service, if it is not that of token.yaml. */
  readonly security?: SecurityScheme;
  readonly transport: Transport;
  readonly redactor: Redactor;
  readonly secrets: SecretReader;
  readonly clock: () => number;
  readonly timeoutMs: number;
  /** Tokens of earlier sign-ins. */
  readonly tokens?: Tokens;
}

export class TokenProvider {
  readonly #options: TokenProviderOptions;
  readonly #tokens: Tokens;
  readonly #pems = new Map<string, string>();
  readonly #grants = new TokenGrants();
  /** Consecutive sign-in timeouts. */
  #timeouts = 0;
  #publicKey: Promise<string | undefined> | undefined;

  constructor(options: TokenProviderOptions) {
    this.#options = options;
    this.#tokens = options.tokens ?? new Map();
  }

  /** Identity and key of a party; rejects with `not-sent` if the target names no such party. */
  party(name: PartyName): SigningParty {
    const own = this.#options.service.identityProvider;
    const settings = name === 'own' ? own : this.#signer(name);
    if (own === undefined || settings === undefined)
      throw missingParty(this.#options.service, partyKey(name, this.#options.service));
    const privateKey = this.#pem(this.#options.secrets.read(settings.key));
    return { issuer: settings.issuer, device: settings.device, kid: settings.kid, privateKey };
  }

  #signer(name: PartyName): Signer | undefined {
    return name === 'other' || name === 'unlinked' || name === 'elsewhere'
      ? this.#options.service[name]
      : this.#options.service.parties?.[name]?.signer;
  }

  /** Caches keys, which every assertion needs. Unusable keys were reported before the run. */
  #pem(text: string): string {
    const known = this.#pems.get(text);
    if (known !== undefined) return known;
    const key = readPrivateKey(text);
    if ('fault' in key)
      throw BadInput.of('unusable-key', `a private key of the target ${key.fault}`, { hint: key.hint });
    this.#pems.set(text, key.pem);
    return key.pem;
  }

  /** An access token that needs no sign-in. */
  #bearer(name: PartyName): SecretRef | undefined {
    const { bearer, otherBearer, parties, credentials } = this.#options.service;
    if (name === 'own') return bearer ?? keyReference(credentials?.own);
    if (name === 'other') return otherBearer ?? keyReference(credentials?.other);
    return parties?.[name]?.bearer ?? keyReference(parties?.[name]?.credential);
  }

  /** An access token for the service or another audience: a bearer of the target, or a cached token, renewed before it expires. */
  async token(name: PartyName, audience?: string): Promise<string> {
    const bearer = this.#bearer(name);
    if (audience === undefined && bearer !== undefined) return this.#read(bearer);
    return this.#cached(`${name} ${audience ?? ''}`, () => this.#signIn(name, audience));
  }

  /** A second token; rejects with `not-sent` if there is only one. */
  async renewed(name: PartyName): Promise<string> {
    if (this.#bearer(name) !== undefined) throw notSentFailure('one-token');
    const usual = await this.token(name);
    const token = await this.#cached(`${name} renewed`, () => this.#signIn(name, undefined));
    if (token === usual) throw notSentFailure('one-token');
    return token;
  }

  async #cached(key: string, ask: () => Promise<CachedToken>): Promise<string> {
    const kept = this.#tokens.get(key);
    const value = await kept?.catch(() => undefined);
    if (value !== undefined && value.until > this.#options.clock() && !value.grant.isOver) return this.#learned(value);
    // Another caller may have signed in during the wait.
    if (this.#tokens.get(key) !== kept) return this.#cached(key, ask);
    const fresh = ask();
    this.#tokens.set(key, fresh);
    return this.#learned(await fresh);
  }

  /** An assertion for the identity provider. */
  async assertion(name: PartyName, audience?: string): Promise<string> {
    const own = this.#options.service.identityProvider;
    if (own === undefined) throw missingParty(this.#options.service, 'identityProvider');
    const party = this.party(name);
    const asked = audience === undefined ? own : { ...own, tokenAudience: audience };
    const settings = assertionSettings(this.#options.assertion.algorithm, party, asked);
    const good = validAssertion(this.#options.assertion, settings, Math.floor(this.#options.clock() / 1000));
    const assertion = await signAssertion(good, party.privateKey);
    this.#options.redactor.learn(assertion);
    return assertion;
  }

  /** Teaches the redactor the token, since another part of the run may have signed in. */
  #learned({ token, grant }: CachedToken): string {
    this.#options.redactor.learn(token);
    this.#grants.note(token, grant);
    return token;
  }

  /** Notes the response status for a token. After an accepted token is rejected, the next call uses a new one. */
  noteStatus(token: string, status: number): RejectedToken | undefined {
    return this.#grants.heard(token, status, this.#options.clock());
  }

  async faulty(fault: ForgedToken | keyof InvalidTokens, name: PartyName = 'own'): Promise<string> {
    if (fault === 'garbage') return faultyAccessToken(fault, '', undefined);
    if (fault === 'otherIssuer') await this.#needsProfile();
    if (isSpoiled(fault)) return this.#faultyToken(fault);
    const good = await this.#jwt(name);
    const publicKey = fault === 'hs256-public-key' ? await this.#providersKey() : undefined;
    const token = faultyAccessToken(fault, good, publicKey);
    this.#options.redactor.learn(token);
    return token;
  }

  /** A token for another service; rejects with `not-sent` if audiences make no difference. */
  async tokenForAudience(audience: string): Promise<string> {
    this.#needsProvider();
    const own = readJwt(await this.#jwt());
    const token = await this.token('own', audience);
    const other = readJwt(token);
    if (own?.claims['aud'] === undefined || JSON.stringify(own.claims['aud']) === JSON.stringify(other?.claims['aud']))
      throw notSentFailure('no-audience');
    return token;
  }

  /** An assertion in place of a token: a JWT for another audience. */
  async assertionAsToken(): Promise<string> {
    this.#needsProvider();
    await this.#jwt();
    return this.assertion('own');
  }

  /** Tokens of the identity provider are no tokens of a service with another issuer. */
  #needsProvider(): void {
    if (this.#options.accessToken?.issuer === 'another') throw notSentFailure('no-issuer');
  }

  /** The own token; rejects with `not-sent` if it is not a JWT. */
  async #jwt(name: PartyName = 'own'): Promise<string> {
    if (this.#options.accessToken?.kind === 'opaque') throw notSentFailure('no-jwt');
    const token = await this.token(name);
    if (readJwt(token) === undefined) throw notSentFailure('no-jwt');
    return token;
  }

  /** RFC 9068 §4 requires one issuer for tokens with its `typ`. Other services may trust several issuers. */
  async #needsProfile(): Promise<void> {
    this.#needsProvider();
    const type = readJwt(await this.#jwt())?.header['typ'];
    if (typeof type !== 'string' || !/^(application\/)?at\+jwt$/i.test(type)) throw notSentFailure('no-profile');
  }

  /** A faulty token that only the owner of the identity provider can create. */
  #faultyToken(what: keyof InvalidTokens): string {
    const reference = this.#options.service.spoiled?.[what];
    if (reference === undefined) throw missingParty(this.#options.service, `spoiled.${what}`);
    return this.#read(reference);
  }

  #read(reference: SecretRef): string {
    const token = this.#options.secrets.read(reference).trim();
    this.#options.redactor.learn(token);
    return token;
  }

  async #signIn(name: PartyName, audience: string | undefined): Promise<CachedToken> {
    const { tokenUrl, form, headers } = await this.#request(name, audience);
    // Further sign-ins would cost a timeout each, and every request with a token waits for them.
    if (this.#timeouts >= MAX_TIMEOUTS) throw notSentFailure('no-token', 'the identity provider stopped responding');
    const response = await this.#heard({
      method: 'POST',
      url: tokenUrl,
      headers: [
        ...headers,
        ['content-type', 'application/x-www-form-urlencoded'],
        ['accept', 'application/json'],
        ...Object.entries(this.#options.service.headers).flatMap(([name, value]) =>
          FIXED.includes(name.toLowerCase()) ? [] : [[name.toLowerCase(), value] as const],
        ),
      ],
      body: Buffer.from(form.toString()),
    });
    const answer = parse(response.body.toString('utf8'));
    const token = answer['access_token'];
    if (response.status !== 200 || typeof token !== 'string') {
      // RFC 6749 §5.2: an error code. Other text may contain anything, even our own assertion.
      const code =
        typeof answer['error'] === 'string' && /^[\w.-]{1,64}$/.test(answer['error']) ? answer['error'] : undefined;
      const said = code === undefined ? '' : ` ${code}`;
      throw new TransportFailure(
        'not-sent',
        `the sign-in failed: the identity provider answered ${response.status}${said}`,
        'no-token',
        code,
      );
    }
    this.#options.redactor.learn(token);
    const what = headerValueFault(token);
    if (what !== undefined)
      throw notSentFailure(
        'no-token',
        `the sign-in failed: the access token that the identity provider gave holds ${what}, which no header can carry`,
      );
    const life = typeof answer['expires_in'] === 'number' ? answer['expires_in'] : 300;
    const now = this.#options.clock();
    return { token, until: now + Math.max(5, life - 60) * 1000, grant: createGrant(token, now, answer['expires_in']) };
  }

  /** Token request with client authentication. */
  async #request(
    name: PartyName,
    audience: string | undefined,
  ): Promise<{
    readonly tokenUrl: string;
    readonly form: URLSearchParams;
    readonly headers: Credentials['headers'];
  }> {
    const { identityProvider, client } = this.#options.service;
    const form = new URLSearchParams();
    if (client !== undefined) {
      const asking = clientOf(this.#options.service, name);
      if (asking === undefined || audience !== undefined)
        throw missingParty(this.#options.service, partyKey(name, this.#options.service));
      const secret = this.#options.secrets.read(asking.secret).trim();
      const way = this.#options.security?.client === 'secret-post' ? 'secret-post' : 'secret-basic';
      const shown = clientCredentials(way, asking.id, secret, this.#options.redactor);
      for (const [parameter, value] of [
        ['grant_type', CLIENT_GRANT],
        ...this.#scope(asking.scopes),
        ...shown.form,
      ] as const)
        form.append(parameter, value);
      return { tokenUrl: client.tokenUrl, form, headers: shown.headers };
    }
    if (identityProvider === undefined)
      throw missingParty(
        this.#options.service,
        name === 'own' ? 'identityProvider' : partyKey(name, this.#options.service),
      );
    const assertion = await this.assertion(name, audience);
    const isClient = this.#options.security?.client === 'private-key-jwt';
    const said = isClient
      ? ([
          ['grant_type', CLIENT_GRANT],
          ['client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'],
          ['client_assertion', assertion],
          ...this.#scope(),
        ] as const)
      : ([
          ['grant_type', this.#options.grantType],
          ['assertion', assertion],
        ] as const);
    for (const [parameter, value] of said) form.append(parameter, value);
    if (identityProvider.clientId !== undefined) form.set('client_id', identityProvider.clientId);
    return { tokenUrl: identityProvider.tokenUrl, form, headers: [] };
  }

  #scope(scopes = this.#options.security?.scopes): readonly (readonly [string, string])[] {
    return scopes === undefined || scopes.length === 0 ? [] : [['scope', scopes.join(' ')]];
  }

  async #heard(request: WireRequest): Promise<WireResponse> {
    try {
      const response = await this.#options.transport.send(request, this.#options.timeoutMs);
      this.#timeouts = 0;
      return response;
    } catch (error) {
      this.#timeouts = error instanceof TransportFailure && error.kind === 'timeout' ? this.#timeouts + 1 : 0;
      throw error;
    }
  }

  /** Public key of the identity provider as JWKS text: the "secret" of the HS256 confusion. */
  #providersKey(): Promise<string | undefined> {
    const settings = this.#options.service.identityProvider;
    if (settings === undefined) return Promise.resolve(undefined);
    this.#publicKey ??= this.#options.transport
      .send({ method: 'GET', url: new URL('/jwks', settings.tokenUrl).href, headers: [] }, this.#options.timeoutMs)
      .then((r) => publicPemOf(r.body.toString('utf8')))
      .catch(() => undefined);
    return this.#publicKey;
  }
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}

/** The first key of a JWKS as PEM, which a confused verifier would use as the secret. */
function publicPemOf(jwks: string): string | undefined {
  const keys = parse(jwks)['keys'];
  const first: unknown = Array.isArray(keys) ? keys[0] : undefined;
  if (typeof first !== 'object' || first === null) return undefined;
  return createPublicKey({ key: first as JsonWebKey, format: 'jwk' })
    .export({ type: 'spki', format: 'pem' })
    .toString();
}

function isSpoiled(fault: string): fault is keyof InvalidTokens {
  return ['expired', 'notYetValid', 'otherIssuer', 'otherAudience'].includes(fault);
}

/** State of one sign-in, shared by the versions that use its token. */
export interface TokenGrant {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Lifetime of the token, in seconds. */
  readonly lifetime?: number;
  /** Responses to requests with the token. */
  calls: number;
  wasTaken: boolean;
  /** The token was rejected after it was accepted. */
  isOver: boolean;
}

export function createGrant(token: string, at: number, expiresIn: unknown): TokenGrant {
  return {
    at,
    ...omitUndefined({ lifetime: lifetimeOf(token, at, expiresIn) }),
    calls: 0,
    wasTaken: false,
    isOver: false,
  };
}

/** Shorter of the lifetimes in the response and in the token, measured by the clock of the token if it has `iat`. */
function lifetimeOf(token: string, at: number, expiresIn: unknown): number | undefined {
  const { exp, iat } = readJwt(token)?.claims ?? {};
  const own = typeof exp === 'number' ? exp - (typeof iat === 'number' ? iat : Math.floor(at / 1000)) : undefined;
  const said = [expiresIn, own].filter((one) => typeof one === 'number');
  return said.length === 0 ? undefined : Math.min(...said);
}

/** Maximum number of tokens that are remembered. */
const MAX_TOKENS = 1000;

export class TokenGrants {
  readonly #byToken = new Map<string, TokenGrant>();

  note(token: string, grant: TokenGrant): void {
    if (this.#byToken.has(token)) return;
    const oldest = this.#byToken.size >= MAX_TOKENS ? this.#byToken.keys().next().value : undefined;
    if (oldest !== undefined) this.#byToken.delete(oldest);
    this.#byToken.set(token, grant);
  }

  /** Notes the response status for a token; returns its history if the token was accepted before and is rejected now. */
  heard(token: string, status: number, now: number): RejectedToken | undefined {
    const grant = this.#byToken.get(token);
    if (grant === undefined) return undefined;
    grant.calls += 1;
    if (status < 400) grant.wasTaken = true;
    if (status !== 401 || !grant.wasTaken) return undefined;
    grant.isOver = true;
    return { age: Math.floor((now - grant.at) / 1000), ...omitUndefined({ life: grant.lifetime }), call: grant.calls };
  }
}
