/** Signs in as the parties of a target and keeps their access tokens until they expire. */
import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { BadInput } from '../errors.ts';
import type {
  SecretRef,
  SecurityScheme,
  Signer,
  SpoiledTokens,
  TargetService,
  TokenIssuer,
  TokenKind,
} from '../load/model.ts';
import { unsendable } from '../model/headers.ts';
import type { ForgedToken } from '../plan/model.ts';
import {
  clientCredentials,
  clientOf,
  type Credentials,
  keyOf,
  noParty,
  type PartyName,
  type Secrets,
} from './auth-schemes.ts';
import { KnownSecrets } from './known-secrets.ts';
import type { Redactor } from './redactor.ts';
import { readPrivateKey } from './key-material.ts';
import {
  type AssertionContract,
  faultyAccessToken,
  goodAssertion,
  readJwt,
  settingsOf,
  sign,
  type SigningParty,
} from './tokens.ts';
import { notSent, type Transport, TransportFailure, type WireRequest, type WireResponse } from './transport.ts';
import { defined } from '../model/objects.ts';
import type { RefusedToken } from '../model/exchange.ts';

/** RFC 6749 §4.4.2 */
const CLIENT_GRANT = 'client_credentials';
/** As many sign-ins in a row are waited for in vain, and no more. */
const MOST_SILENT = 3;

/** Of a token request: what the target says of headers does not change them. */
const FIXED: readonly string[] = ['content-type', 'accept'];

interface Kept {
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
  readonly grant: Grant;
}

/** Access tokens by who asked for what; of all who are asked in one way. */
type Tokens = Map<string, Promise<Kept>>;

/** What several parts of one run share: what one of them signed in for, the next need not; and what one of them sent, another may be answered with. */
export interface SharedTokens {
  /** By the way in which they are asked for. */
  readonly tokens: Map<string, Tokens>;
  readonly known: KnownSecrets;
}

export function sharedTokens(): SharedTokens {
  return { tokens: new Map(), known: new KnownSecrets() };
}

export class TokenProvider {
  readonly #service: TargetService;
  readonly #assertion: AssertionContract;
  readonly #accessToken: { readonly kind: TokenKind; readonly issuer: TokenIssuer };
  readonly #grantType: string;
  readonly #security: SecurityScheme | undefined;
  readonly #transport: Transport;
  readonly #redactor: Redactor;
  readonly #secrets: Secrets;
  readonly #clock: () => number;
  readonly #timeoutMs: number;
  readonly #kept: Tokens;
  readonly #pems = new Map<string, string>();
  readonly #grants = new Grants();
  /** Sign-ins in a row that had no answer in time. */
  #silent = 0;
  #publicKey: Promise<string | undefined> | undefined;

  constructor(options: {
    readonly service: TargetService;
    readonly assertion: AssertionContract;
    /** Absent: it is what it is seen to be, and the identity provider makes it. */
    readonly accessToken?: { readonly kind: TokenKind; readonly issuer: TokenIssuer };
    readonly grantType: string;
    /** How the service is entered, where that is not as token.yaml says. */
    readonly security?: SecurityScheme;
    readonly transport: Transport;
    readonly redactor: Redactor;
    readonly secrets: Secrets;
    readonly clock: () => number;
    readonly timeoutMs: number;
    /** What was asked for before, and is asked for here. */
    readonly tokens?: Tokens;
  }) {
    this.#kept = options.tokens ?? new Map();
    this.#service = options.service;
    this.#assertion = options.assertion;
    this.#accessToken = options.accessToken ?? { kind: 'jwt', issuer: 'identity-provider' };
    this.#grantType = options.grantType;
    this.#security = options.security;
    this.#transport = options.transport;
    this.#redactor = options.redactor;
    this.#secrets = options.secrets;
    this.#clock = options.clock;
    this.#timeoutMs = options.timeoutMs;
  }

  /** The party's identity and key; rejects with `not-sent` where the target names no such party. */
  party(name: PartyName): SigningParty {
    const own = this.#service.identityProvider;
    const settings = name === 'own' ? own : this.#signer(name);
    if (own === undefined || settings === undefined) throw noParty(this.#service);
    const privateKey = this.#pem(this.#secrets.read(settings.key));
    return { issuer: settings.issuer, device: settings.device, kid: settings.kid, privateKey };
  }

  #signer(name: PartyName): Signer | undefined {
    return name === 'other' || name === 'unlinked' || name === 'elsewhere'
      ? this.#service[name]
      : this.#service.parties?.[name]?.signer;
  }

  /** Read once for each key: this is asked for every assertion. What cannot be used was told before anything was sent. */
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
    const { bearer, otherBearer, parties, credentials } = this.#service;
    if (name === 'own') return bearer ?? keyOf(credentials?.own);
    if (name === 'other') return otherBearer ?? keyOf(credentials?.other);
    return parties?.[name]?.bearer ?? keyOf(parties?.[name]?.credential);
  }

  /** An access token for the service (or for another audience), asked for once and renewed a minute before it ends. */
  async token(name: PartyName, audience?: string): Promise<string> {
    const bearer = this.#bearer(name);
    if (audience === undefined && bearer !== undefined) return this.#read(bearer);
    return this.#askedOnce(`${name} ${audience ?? ''}`, () => this.#ask(name, audience));
  }

  /** Another token than the one that calls are made with; rejects with `not-sent` where there is none. */
  async renewed(name: PartyName): Promise<string> {
    if (this.#bearer(name) !== undefined) throw notSent('one-token');
    const usual = await this.token(name);
    const token = await this.#askedOnce(`${name} renewed`, () => this.#ask(name, undefined));
    if (token === usual) throw notSent('one-token');
    return token;
  }

  async #askedOnce(key: string, ask: () => Promise<Kept>): Promise<string> {
    const kept = this.#kept.get(key);
    if (kept !== undefined) {
      const value = await kept.catch(() => undefined);
      if (value !== undefined && value.until > this.#clock() && !value.grant.isOver) return this.#shown(value);
    }
    const fresh = ask();
    this.#kept.set(key, fresh);
    return this.#shown(await fresh);
  }

  /** What the identity provider gives a token for. */
  async assertion(name: PartyName, audience?: string): Promise<string> {
    const own = this.#service.identityProvider;
    if (own === undefined) throw noParty(this.#service);
    const party = this.party(name);
    const asked = audience === undefined ? own : { ...own, tokenAudience: audience };
    const settings = settingsOf(this.#assertion.algorithm, party, asked);
    const good = goodAssertion(this.#assertion, settings, Math.floor(this.#clock() / 1000));
    const assertion = await sign(good, party.privateKey);
    this.#redactor.learn(assertion);
    return assertion;
  }

  /** A token that may be another's sign-in, which the redactor has to know here too. */
  #shown({ token, grant }: Kept): string {
    this.#redactor.learn(token);
    this.#grants.note(token, grant);
    return token;
  }

  /** Notes what a call with a token was answered. Where one is refused that was taken before, the next call shows another. */
  heard(token: string, status: number): RefusedToken | undefined {
    return this.#grants.heard(token, status, this.#clock());
  }

  async faulty(fault: ForgedToken | keyof SpoiledTokens, name: PartyName = 'own'): Promise<string> {
    if (fault === 'garbage') return faultyAccessToken(fault, '', undefined);
    if (fault === 'otherIssuer') await this.#needsProfile();
    if (isSpoiled(fault)) return this.#spoiled(fault);
    const good = await this.#jwt(name);
    const publicKey = fault === 'hs256-public-key' ? await this.#providersKey() : undefined;
    const token = faultyAccessToken(fault, good, publicKey);
    this.#redactor.learn(token);
    return token;
  }

  /** A token that was asked for another service, where that makes a difference. */
  async forOther(audience: string): Promise<string> {
    this.#needsProvider();
    const own = readJwt(await this.#jwt());
    const token = await this.token('own', audience);
    const other = readJwt(token);
    if (own?.claims['aud'] === undefined || JSON.stringify(own.claims['aud']) === JSON.stringify(other?.claims['aud']))
      throw notSent('no-audience');
    return token;
  }

  /** The assertion in place of a token: a JWT for another audience, where tokens are JWTs. */
  async assertionAsToken(): Promise<string> {
    this.#needsProvider();
    await this.#jwt();
    return this.assertion('own');
  }

  /** What the identity provider makes for others is no token of a service that somebody else makes tokens for. */
  #needsProvider(): void {
    if (this.#accessToken.issuer === 'another') throw notSent('no-issuer');
  }

  /** The own token; rejects with `not-sent` where it is none that JWT rules say anything of. */
  async #jwt(name: PartyName = 'own'): Promise<string> {
    if (this.#accessToken.kind === 'opaque') throw notSent('no-jwt');
    const token = await this.token(name);
    if (readJwt(token) === undefined) throw notSent('no-jwt');
    return token;
  }

  /** RFC 9068 §4 demands the one issuer of tokens of its profile, which say so in `typ`. Elsewhere services may trust several. */
  async #needsProfile(): Promise<void> {
    this.#needsProvider();
    const type = readJwt(await this.#jwt())?.header['typ'];
    if (typeof type !== 'string' || !/^(application\/)?at\+jwt$/i.test(type)) throw notSent('no-profile');
  }

  /** A token that only the owner of the identity provider can have made. */
  #spoiled(what: keyof SpoiledTokens): string {
    const reference = this.#service.spoiled?.[what];
    if (reference === undefined) throw noParty(this.#service);
    return this.#read(reference);
  }

  /** A token that the target names. */
  #read(reference: SecretRef): string {
    const token = this.#secrets.read(reference).trim();
    this.#redactor.learn(token);
    return token;
  }

  async #ask(name: PartyName, audience: string | undefined): Promise<Kept> {
    const { tokenUrl, form, headers } = await this.#request(name, audience);
    // Each would cost its whole time-out again, and every request that needs a token waits for it.
    if (this.#silent >= MOST_SILENT) throw notSent('no-token', 'the identity provider stopped answering');
    const response = await this.#heard({
      method: 'POST',
      url: tokenUrl,
      headers: [
        ...headers,
        ['content-type', 'application/x-www-form-urlencoded'],
        ['accept', 'application/json'],
        ...Object.entries(this.#service.headers).flatMap(([name, value]) =>
          FIXED.includes(name.toLowerCase()) ? [] : [[name.toLowerCase(), value] as const],
        ),
      ],
      body: Buffer.from(form.toString()),
    });
    const answer = parse(response.body.toString('utf8'));
    const token = answer['access_token'];
    if (response.status !== 200 || typeof token !== 'string') {
      // RFC 6749 §5.2: a code. What is none may be anything, our own assertion included.
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
    this.#redactor.learn(token);
    const what = unsendable(token);
    if (what !== undefined)
      throw notSent(
        'no-token',
        `the sign-in failed: the access token that the identity provider gave holds ${what}, which no header can carry`,
      );
    const life = typeof answer['expires_in'] === 'number' ? answer['expires_in'] : 300;
    const now = this.#clock();
    return { token, until: now + Math.max(5, life - 60) * 1000, grant: grantOf(token, now, answer['expires_in']) };
  }

  /** Who asks for a token, and how that is shown. */
  async #request(
    name: PartyName,
    audience: string | undefined,
  ): Promise<{
    readonly tokenUrl: string;
    readonly form: URLSearchParams;
    readonly headers: Credentials['headers'];
  }> {
    const { identityProvider, client } = this.#service;
    const form = new URLSearchParams();
    if (client !== undefined) {
      const asking = clientOf(this.#service, name);
      if (asking === undefined || audience !== undefined) throw noParty(this.#service);
      const secret = this.#secrets.read(asking.secret).trim();
      const way = this.#security?.client === 'secret-post' ? 'secret-post' : 'secret-basic';
      const shown = clientCredentials(way, asking.id, secret, this.#redactor);
      for (const [parameter, value] of [
        ['grant_type', CLIENT_GRANT],
        ...this.#scope(asking.scopes),
        ...shown.form,
      ] as const)
        form.append(parameter, value);
      return { tokenUrl: client.tokenUrl, form, headers: shown.headers };
    }
    if (identityProvider === undefined) throw noParty(this.#service);
    const assertion = await this.assertion(name, audience);
    const isClient = this.#security?.client === 'private-key-jwt';
    const said = isClient
      ? ([
          ['grant_type', CLIENT_GRANT],
          ['client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'],
          ['client_assertion', assertion],
          ...this.#scope(),
        ] as const)
      : ([
          ['grant_type', this.#grantType],
          ['assertion', assertion],
        ] as const);
    for (const [parameter, value] of said) form.append(parameter, value);
    if (identityProvider.clientId !== undefined) form.set('client_id', identityProvider.clientId);
    return { tokenUrl: identityProvider.tokenUrl, form, headers: [] };
  }

  #scope(scopes = this.#security?.scopes): readonly (readonly [string, string])[] {
    return scopes === undefined || scopes.length === 0 ? [] : [['scope', scopes.join(' ')]];
  }

  async #heard(request: WireRequest): Promise<WireResponse> {
    try {
      const response = await this.#transport.send(request, this.#timeoutMs);
      this.#silent = 0;
      return response;
    } catch (error) {
      this.#silent = error instanceof TransportFailure && error.kind === 'timeout' ? this.#silent + 1 : 0;
      throw error;
    }
  }

  /** The key that the identity provider publishes, as its JWKS text: the "secret" of the HS256 confusion. */
  #providersKey(): Promise<string | undefined> {
    const settings = this.#service.identityProvider;
    if (settings === undefined) return Promise.resolve(undefined);
    this.#publicKey ??= this.#transport
      .send({ method: 'GET', url: new URL('/jwks', settings.tokenUrl).href, headers: [] }, this.#timeoutMs)
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

/** The first key of a JWKS as PEM, which is what a confused verifier would use as the secret. */
function publicPemOf(jwks: string): string | undefined {
  const keys = parse(jwks)['keys'];
  const first: unknown = Array.isArray(keys) ? keys[0] : undefined;
  if (typeof first !== 'object' || first === null) return undefined;
  return createPublicKey({ key: first as JsonWebKey, format: 'jwk' })
    .export({ type: 'spki', format: 'pem' })
    .toString();
}

function isSpoiled(fault: string): fault is keyof SpoiledTokens {
  return ['expired', 'notYetValid', 'otherIssuer', 'otherAudience'].includes(fault);
}

/** One sign-in may bring the token of several versions: how it fares is known to all of them. */
export interface Grant {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Seconds that the token was said to live. */
  readonly life?: number;
  /** Calls with it that were answered. */
  calls: number;
  wasTaken: boolean;
  /** It was refused after that. */
  isOver: boolean;
}

export function grantOf(token: string, at: number, expiresIn: unknown): Grant {
  return { at, ...defined({ life: lifeOf(token, at, expiresIn) }), calls: 0, wasTaken: false, isOver: false };
}

/** What the answer says, or the token itself where that is less: by its own clock, if it tells when it was made. */
function lifeOf(token: string, at: number, expiresIn: unknown): number | undefined {
  const { exp, iat } = readJwt(token)?.claims ?? {};
  const own = typeof exp === 'number' ? exp - (typeof iat === 'number' ? iat : Math.floor(at / 1000)) : undefined;
  const said = [expiresIn, own].filter((one) => typeof one === 'number');
  return said.length === 0 ? undefined : Math.min(...said);
}

/** Of a long run with a service that refuses whatever it likes, those that were shown last. */
const MOST = 1000;

export class Grants {
  readonly #byToken = new Map<string, Grant>();

  note(token: string, grant: Grant): void {
    if (this.#byToken.has(token)) return;
    const oldest = this.#byToken.size >= MOST ? this.#byToken.keys().next().value : undefined;
    if (oldest !== undefined) this.#byToken.delete(oldest);
    this.#byToken.set(token, grant);
  }

  /** Notes what a call with the token was answered; where that refuses it though it was taken before, how it had fared. */
  heard(token: string, status: number, now: number): RefusedToken | undefined {
    const grant = this.#byToken.get(token);
    if (grant === undefined) return undefined;
    grant.calls += 1;
    if (status < 400) grant.wasTaken = true;
    if (status !== 401 || !grant.wasTaken) return undefined;
    grant.isOver = true;
    return { age: Math.floor((now - grant.at) / 1000), ...defined({ life: grant.life }), call: grant.calls };
  }
}
