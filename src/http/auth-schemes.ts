/** Credentials of a request, as the contract declares them or with one fault. */
import type { RejectedToken } from '../model/exchange.ts';
import { encodePercent, swapCase } from '../model/text.ts';
import { randomInt, randomUUID } from 'node:crypto';
import type {
  Carrier,
  Credential,
  OAuthClient,
  Parties,
  SecretRef,
  InvalidTokens,
  TargetService,
} from '../load/model.ts';
import type { Auth, CredentialFault, ForgedToken, RequestTemplate, Step, TokenFault } from '../plan/model.ts';
import { MIN_SECRET_LENGTH } from './known-secrets.ts';
import { endpointOfRecordValue } from './request-policy.ts';
import type { Redactor } from './redactor.ts';
import type { SigningParty } from './tokens.ts';
import { notSentFailure, type TransportFailure } from './transport.ts';
import { UNIQUE_VALUE } from '../model/headers.ts';

type NamedValue = readonly [string, string];

/** Headers, query parameters and form parameters that carry the credentials. */
export interface Credentials {
  readonly headers: readonly NamedValue[];
  readonly query: readonly NamedValue[];
  readonly form: readonly NamedValue[];
  /** The valid access token among them. */
  readonly token?: string;
}

const NO_PAIRS: readonly NamedValue[] = [];
const NO_CREDENTIALS: Credentials = { headers: NO_PAIRS, query: NO_PAIRS, form: NO_PAIRS };

/** An auth scheme: the place of the credential, and whether it has the form of RFC 7617. */
export interface AuthMethod extends Carrier {
  readonly isBasic: boolean;
}

/** `own`, `other`, `unlinked`, `elsewhere`, or a name that the target defines. */
export type PartyName = string;

export interface SecretReader {
  /** Returns the PEM or token of a reference; throws `BadInput` if it cannot be read. */
  readonly read: (reference: { readonly env?: string; readonly file?: string }) => string;
}

/** Access tokens and signing keys of the parties of a target; implemented by `TokenProvider`. */
export interface TokenSource {
  readonly party: (name: PartyName) => SigningParty;
  readonly token: (name: PartyName) => Promise<string>;
  readonly renewed: (name: PartyName) => Promise<string>;
  readonly faulty: (fault: ForgedToken | keyof InvalidTokens, name?: PartyName) => Promise<string>;
  readonly tokenForAudience: (audience: string) => Promise<string>;
  readonly assertion: (name: PartyName, audience?: string) => Promise<string>;
  readonly assertionAsToken: () => Promise<string>;
  /** Notes the response status for a token; returns details if an accepted token is rejected. */
  readonly noteStatus: (token: string, status: number) => RejectedToken | undefined;
}

/** The part of a destination that builds credentials. */
export interface AuthSchemes {
  readonly service: TargetService;
  readonly carrier: AuthMethod;
  /** Other auth schemes, by name. */
  readonly ways: Readonly<Record<string, AuthMethod>>;
  /** How OAuth 2 clients send their secret. */
  readonly client?: 'secret-basic' | 'secret-post';
  readonly signIn: TokenSource;
  /** The caller of valid requests, if it is not the run's own party. */
  readonly asking?: PartyName;
  readonly secrets: SecretReader;
  readonly redactor: Redactor;
}

/** A key; for bearer schemes it is the access token. */
export function keyReference(credential: Credential | undefined): SecretRef | undefined {
  return credential?.kind === 'key' ? credential.key : undefined;
}

/** Builds the credentials of a request; rejects with `not-sent` if the target lacks them. */
export async function credentialsOf({ auth, body }: RequestTemplate, to: AuthSchemes): Promise<Credentials> {
  if (auth.kind === 'none') return NO_CREDENTIALS;
  if (body?.kind === 'form' && body.client === true) return clientAuthOf(auth, to);
  const way = wayOf(auth, to);
  if (auth.kind !== 'fault') {
    const text = await validCredential(partyOf(auth, to), way, auth, to);
    return { token: text, ...asCredentials(way, text) };
  }
  return isForged(auth.fault)
    ? asCredentials(way, await to.signIn.faulty(auth.fault, to.asking ?? 'own'))
    : FAULTS[auth.fault](way, auth, to);
}

/** Failure for a target that lacks this key of a party or token, or any sign-in. */
export function missingParty(
  { identityProvider, client, bearer, credentials, others }: TargetService,
  key: string,
): TransportFailure {
  const signsIn = [identityProvider, client, bearer, credentials, others].some((way) => way !== undefined);
  return signsIn ? notSentFailure('no-party', `the target has no \`${key}\``) : notSentFailure('no-sign-in');
}

/** Key of a party in the target. */
export function partyKey(party: PartyName, { identityProvider, bearer }: TargetService, scheme?: string): string {
  if (scheme !== undefined) return `credentials.others.${scheme}${party === 'other' ? '.other' : ''}`;
  if (party !== 'other') return party === 'unlinked' || party === 'elsewhere' ? party : `parties.${party}`;
  if (identityProvider !== undefined) return 'other';
  return bearer === undefined ? 'credentials.other' : 'otherBearer';
}

function partyOf(auth: Auth, { asking = 'own' }: AuthSchemes): PartyName {
  return auth.kind === 'other' ? (auth.party ?? 'other') : asking;
}

/** Sets the caller that the target names for the records of a request. */
export function withCallerOfRecords<To extends AuthSchemes>(
  { operation, request }: Pick<Step, 'operation' | 'request'>,
  to: To,
): To {
  const { records = {} } = to.service;
  const named = Object.values(request.parameters).flatMap((value) => endpointOfRecordValue(value) ?? []);
  const asking = [operation?.replace(/\/.*/s, '') ?? '', ...named].flatMap((name) => records[name]?.as ?? [])[0];
  return asking === undefined ? to : { ...to, asking };
}

/** Credentials of a valid request to a declared read. */
export function validCredentials(way: string | undefined, to: AuthSchemes): Promise<Credentials> {
  const auth: Auth = way === undefined ? { kind: 'good' } : { kind: 'good', scheme: way };
  return credentialsOf({ base: 'service', method: 'GET', path: '', parameters: {}, headers: {}, auth }, to);
}

export function withQueryParameters(url: string, parameters: readonly NamedValue[]): string {
  if (parameters.length === 0) return url;
  const text = parameters.map((pair) => pair.map(encodePercent).join('=')).join('&');
  return `${url}${url.includes('?') ? '&' : '?'}${text}`;
}

/** Header names that carry credentials, in lower case. Other headers of the target must not use them. */
export function carrierHeaders({ carrier, ways }: Pick<AuthSchemes, 'carrier' | 'ways'>): readonly string[] {
  return [carrier, ...Object.values(ways)].flatMap((way) => (way.in === 'header' ? [way.name.toLowerCase()] : []));
}

function wayOf({ scheme }: Auth, { carrier, ways }: AuthSchemes): AuthMethod {
  return (scheme === undefined ? undefined : ways[scheme]) ?? carrier;
}

function asCredentials(way: Carrier, text: string): Credentials {
  switch (way.in) {
    case 'header':
      return inHeader(way.name.toLowerCase(), way.scheme === '' ? text : `${way.scheme} ${text}`);
    case 'query':
      return { headers: NO_PAIRS, query: [[way.name, text]], form: NO_PAIRS };
    case 'cookie':
      return inHeader('cookie', `${way.name}=${encodePercent(text)}`);
  }
}

function inHeader(name: string, value: string): Credentials {
  return { headers: [[name, value]], query: NO_PAIRS, form: NO_PAIRS };
}

/** User and password, or a key in place of the user. */
interface Pair {
  readonly user: string;
  readonly password: string;
  readonly secret: 'user' | 'password';
}

function credentialPair({ scheme }: Auth, { service }: AuthSchemes): Parties<Credential> | undefined {
  return scheme === undefined ? service.credentials : service.others?.[scheme];
}

function namedCredential(party: PartyName, { scheme }: Auth, { service }: AuthSchemes): Credential | undefined {
  const named = service.parties?.[party];
  return scheme === undefined ? named?.credential : named?.others?.[scheme];
}

function credentialOf(party: PartyName, auth: Auth, to: AuthSchemes): Credential | undefined {
  const known = party === 'own' || party === 'other';
  const credential = known ? credentialPair(auth, to)?.[party] : namedCredential(party, auth, to);
  // An access token of the party replaces a key.
  if (credential === undefined && auth.scheme === undefined && to.service.parties?.[party]?.bearer !== undefined)
    return undefined;
  if (credential === undefined && (auth.scheme !== undefined || to.service.credentials !== undefined))
    throw missingParty(to.service, partyKey(party, to.service, auth.scheme));
  return credential;
}

/** The valid credential of a party, without the scheme name. */
async function validCredential(party: PartyName, way: AuthMethod, auth: Auth, to: AuthSchemes): Promise<string> {
  const credential = credentialOf(party, auth, to);
  if (credential === undefined) return isRenewed(auth) ? to.signIn.renewed(party) : to.signIn.token(party);
  if (isRenewed(auth)) throw notSentFailure('one-token');
  return encodedPair(way, pairOf(credential, to), to);
}

function isRenewed(auth: Auth): boolean {
  return auth.kind === 'good' && auth.renewed === true;
}

function pairOf(credential: Credential, { secrets, redactor }: AuthSchemes): Pair {
  const read = (reference: SecretRef): string => {
    const text = secrets.read(reference).trim();
    redactor.learn(text);
    return text;
  };
  return credential.kind === 'key'
    ? { user: read(credential.key), password: '', secret: 'user' }
    : { user: credential.user, password: read(credential.password), secret: 'password' };
}

function encodedPair(way: AuthMethod, { user, password }: Omit<Pair, 'secret'>, { redactor }: AuthSchemes): string {
  if (!way.isBasic) return user;
  const text = Buffer.from(`${user}:${password}`).toString('base64');
  redactor.learn(text);
  return text;
}

type CredentialChange = (way: AuthMethod, auth: Auth, to: AuthSchemes) => Promise<Credentials>;

/** The valid credential of the own party with one change to user, password or key. */
const withChangedPair =
  (change: (pair: Pair) => Pair): CredentialChange =>
  (way, auth, to) => {
    const pair = change(ownPair(auth, to));
    // A changed secret is masked too, since it differs in few characters.
    to.redactor.learn(pair[pair.secret]);
    return Promise.resolve(asCredentials(way, encodedPair(way, pair, to)));
  };

const ownCredential = (way: AuthMethod, auth: Auth, to: AuthSchemes): Promise<string> =>
  validCredential(to.asking ?? 'own', way, auth, to);

const withScheme =
  (spelled: (word: string) => string): CredentialChange =>
  async (way, auth, to) => {
    if (way.scheme === '') throw notSentFailure('no-scheme');
    return asCredentials({ ...way, scheme: spelled(way.scheme) }, await ownCredential(way, auth, to));
  };

/** Faults of the token itself, in any auth scheme. */
type Forged = ForgedToken | Exclude<keyof InvalidTokens, 'otherAudience'>;

function isForged(fault: TokenFault | CredentialFault): fault is Forged {
  return !(fault in FAULTS);
}

const onlyForClients: CredentialChange = (_way, _auth, to) => {
  throw missingParty(to.service, 'credentials.id');
};

/** Changes for all other faults. */
const FAULTS: Readonly<Record<Exclude<TokenFault | CredentialFault, Forged>, CredentialChange>> = {
  'unknown-client': onlyForClients,
  'wrong-secret': onlyForClients,
  'no-secret': onlyForClients,
  'secret-in-query': onlyForClients,
  'other-audience': async (way, _auth, to) => {
    if (to.service.spoiled?.otherAudience !== undefined)
      return asCredentials(way, await to.signIn.faulty('otherAudience'));
    const audience = to.service.otherAudience;
    if (audience === undefined) to.signIn.party('unlinked');
    return asCredentials(way, await to.signIn.tokenForAudience(audience ?? ''));
  },
  'wrong-header': async (way, auth, to) => {
    const text = await ownCredential(way, auth, to);
    const isUsual = way.name.toLowerCase() === 'authorization';
    return { ...NO_CREDENTIALS, headers: [isUsual ? ['access-token', text] : ['authorization', `Bearer ${text}`]] };
  },
  'in-query': async (way, auth, to) => ({
    ...NO_CREDENTIALS,
    query: [
      [
        way.scheme === '' && credentialPair(auth, to) !== undefined ? way.name : 'access_token',
        await ownCredential(way, auth, to),
      ],
    ],
  }),
  'in-header': async (way, auth, to) => asCredentials({ ...way, in: 'header' }, await ownCredential(way, auth, to)),
  'in-cookie': async (way, auth, to) => asCredentials({ ...way, in: 'cookie' }, await ownCredential(way, auth, to)),
  assertion: async (way, _auth, to) => asCredentials(way, await to.signIn.assertionAsToken()),
  // The second token is of another organisation: two equal tokens would be the same credential.
  doubled: async (way, auth, to) => {
    const [first, second] = [await ownCredential(way, auth, to), await validCredential('other', way, auth, to)];
    return {
      ...NO_CREDENTIALS,
      headers: [...asCredentials(way, first).headers, ...asCredentials(way, second).headers],
    };
  },
  'scheme-lower': withScheme((word) => word.toLowerCase()),
  'scheme-upper': withScheme((word) => word.toUpperCase()),
  'other-scheme': withScheme((word) => (word.toLowerCase() === 'bearer' ? 'Basic' : 'Bearer')),
  'scheme-absent': withScheme(() => ''),
  'wrong-key': withChangedPair((pair) => ({ ...pair, user: withOtherCharacters(pair.user) })),
  'shorter-key': withChangedPair((pair) => {
    if (pair.user.length <= MIN_SECRET_LENGTH) throw notSentFailure('short-key');
    return { ...pair, user: pair.user.slice(0, -1) };
  }),
  'longer-key': withChangedPair((pair) => ({ ...pair, user: `${pair.user}0` })),
  'key-in-capitals': withChangedPair((pair) => ({ ...pair, user: withOtherCase(pair.user) })),
  'unknown-user': withChangedPair((pair) => ({ ...pair, user: withOtherCharacters(pair.user) })),
  'wrong-password': withChangedPair((pair) => ({ ...pair, password: withOtherCharacters(pair.password) })),
  'no-password': withChangedPair((pair) => ({ ...pair, password: '' })),
  'password-in-capitals': withChangedPair((pair) => ({ ...pair, password: withOtherCase(pair.password) })),
  'no-colon': async (way, auth, to) => {
    const { user } = ownPair(auth, to);
    return asCredentials(way, Buffer.from(user).toString('base64'));
  },
  'not-base64': async (way, auth, to) => {
    const { user, password } = ownPair(auth, to);
    return asCredentials(way, `${user}:${password}`);
  },
};

function ownPair(auth: Auth, to: AuthSchemes): Pair {
  const credential = credentialOf(to.asking ?? 'own', auth, to);
  // A key that the target gives as an access token has no pair.
  if (credential === undefined) throw missingParty(to.service, 'credentials');
  return pairOf(credential, to);
}

/** Replaces each letter and digit by another one of the same kind. Random, so that the result does not reveal the secret. */
function withOtherCharacters(text: string): string {
  return text.replace(/[a-zA-Z0-9]/g, (character) => {
    const alphabet = ALPHABETS.find((one) => one.includes(character)) ?? character;
    return alphabet[(alphabet.indexOf(character) + randomInt(1, alphabet.length)) % alphabet.length] ?? character;
  });
}

const ALPHABETS: readonly string[] = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'];

function withOtherCase(text: string): string {
  const other = swapCase(text);
  if (other === text) throw notSentFailure('no-letters');
  return other;
}

/** RFC 6749 §2.3.1: client ID and secret in Authorization, form-encoded, or as form parameters. */
function clientAuthOf(auth: Auth, to: AuthSchemes): Promise<Credentials> {
  const { client: way = 'secret-basic' } = to;
  const client = clientOf(to.service, partyOf(auth, to));
  if (client === undefined) throw missingParty(to.service, partyKey(partyOf(auth, to), to.service));
  const secret = to.secrets.read(client.secret).trim();
  const good = { id: client.id, secret };
  const fault = auth.kind === 'fault' ? auth.fault : '';
  const { id, secret: sentSecret } = CLIENT_FAULTS[fault]?.(good) ?? good;
  to.redactor.learn(sentSecret);
  const named: readonly NamedValue[] = [
    ['client_id', id],
    ['client_secret', sentSecret],
  ];
  if (fault === 'secret-in-query') return Promise.resolve({ ...NO_CREDENTIALS, query: named });
  return Promise.resolve(clientCredentials(way, id, sentSecret, to.redactor));
}

/** The OAuth 2 client of a party. */
export function clientOf({ client, parties: credentialPair }: TargetService, name: PartyName): OAuthClient | undefined {
  return name === 'own' || name === 'other' ? client?.[name] : credentialPair?.[name]?.client;
}

type Client = { readonly id: string; readonly secret: string };

const CLIENT_FAULTS: Readonly<Record<string, (good: Client) => Client>> = {
  'unknown-client': ({ id, secret }) => ({ id: withOtherCharacters(id), secret }),
  'wrong-secret': ({ id, secret }) => ({ id, secret: withOtherCharacters(secret) }),
  'no-secret': ({ id }) => ({ id, secret: '' }),
};

/** @param redactor learns the secret, plain and encoded */
export function clientCredentials(
  method: AuthSchemes['client'],
  id: string,
  secret: string,
  redactor: Redactor,
): Credentials {
  redactor.learn(secret);
  if (method === 'secret-post')
    return {
      ...NO_CREDENTIALS,
      form: [
        ['client_id', id],
        ['client_secret', secret],
      ],
    };
  const [name, encoded] = [id, secret].map((part) => new URLSearchParams([['', part]]).toString().slice(1));
  const text = Buffer.from(`${name}:${encoded}`).toString('base64');
  for (const validCredential of [encoded ?? '', text]) redactor.learn(validCredential);
  return inHeader('authorization', `Basic ${text}`);
}

/** Headers of one call: a value that is new for each call is generated here. */
export function generatedHeaders(headers: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  return Object.entries(headers).map(([name, value]) =>
    value.includes(UNIQUE_VALUE) ? [name, value.replaceAll(UNIQUE_VALUE, () => randomUUID())] : [name, value],
  );
}
