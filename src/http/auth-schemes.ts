/** Credentials of a request: as the contract declares them, or with one fault. */
import type { RefusedToken } from '../model/exchange.ts';
import { encodePercent, inOtherCase } from '../model/text.ts';
import { randomInt, randomUUID } from 'node:crypto';
import type {
  Carrier,
  Credential,
  OAuthClient,
  Parties,
  SecretRef,
  SpoiledTokens,
  TargetService,
} from '../load/model.ts';
import type { Auth, CredentialFault, ForgedToken, RequestTemplate, Step, TokenFault } from '../plan/model.ts';
import { SHORTEST_SECRET } from './known-secrets.ts';
import { namedRecord } from './request-policy.ts';
import type { Redactor } from './redactor.ts';
import type { SigningParty } from './tokens.ts';
import { notSent, type TransportFailure } from './transport.ts';
import { NEW_EACH_TIME } from '../model/headers.ts';

type NamedValue = readonly [string, string];

/** Fields of the head, parameters of the query and of a form, by which a request says who asks. */
export interface Credentials {
  readonly headers: readonly NamedValue[];
  readonly query: readonly NamedValue[];
  readonly form: readonly NamedValue[];
  /** The good access token among them. */
  readonly token?: string;
}

const NONE: readonly NamedValue[] = [];
const NOTHING: Credentials = { headers: NONE, query: NONE, form: NONE };

/** One way in: where it is carried, and whether it is written as RFC 7617 says. */
export interface AuthMethod extends Carrier {
  readonly isBasic: boolean;
}

/** `own`, `other`, `unlinked` and `elsewhere`, or a name of the target's. */
export type PartyName = string;

export interface Secrets {
  /** The PEM or token that a reference stands for; throws `BadInput` when it cannot be read. */
  readonly read: (reference: { readonly env?: string; readonly file?: string }) => string;
}

/** Access tokens and signing keys of the parties of a target; implemented by `TokenProvider`. */
export interface TokenSource {
  readonly party: (name: PartyName) => SigningParty;
  readonly token: (name: PartyName) => Promise<string>;
  readonly renewed: (name: PartyName) => Promise<string>;
  readonly faulty: (fault: ForgedToken | keyof SpoiledTokens, name?: PartyName) => Promise<string>;
  readonly forOther: (audience: string) => Promise<string>;
  readonly assertion: (name: PartyName, audience?: string) => Promise<string>;
  readonly assertionAsToken: () => Promise<string>;
  /** Notes the status of a response to a request with this token; says so if the token was rejected. */
  readonly heard: (token: string, status: number) => RefusedToken | undefined;
}

/** What of a destination is needed to let a request in. */
export interface AuthSchemes {
  readonly service: TargetService;
  readonly carrier: AuthMethod;
  /** Other ways in, by name. */
  readonly ways: Readonly<Record<string, AuthMethod>>;
  /** How a client of OAuth 2 shows its secret, where the service has such. */
  readonly client?: 'secret-basic' | 'secret-post';
  readonly signIn: TokenSource;
  /** Who good requests are from, where that is not the run's own party. */
  readonly asking?: PartyName;
  readonly secrets: Secrets;
  readonly redactor: Redactor;
}

/** A key, which is the access token where calls carry one. */
export function keyOf(credential: Credential | undefined): SecretRef | undefined {
  return credential?.kind === 'key' ? credential.key : undefined;
}

/** What a request shows; rejects with `not-sent` where the target has nothing that could be shown so. */
export async function credentialsOf({ auth, body }: RequestTemplate, to: AuthSchemes): Promise<Credentials> {
  if (auth.kind === 'none') return NOTHING;
  if (body?.kind === 'form' && body.client === true) return ofClient(auth, to);
  const way = wayOf(auth, to);
  if (auth.kind !== 'fault') {
    const text = await shown(partyOf(auth, to), way, auth, to);
    return { token: text, ...carried(way, text) };
  }
  return isForged(auth.fault)
    ? carried(way, await to.signIn.faulty(auth.fault, to.asking ?? 'own'))
    : FAULTS[auth.fault](way, auth, to);
}

/** Who a step acts for is not in the target; where nobody is, not one other party is missing but the whole sign-in. */
export function noParty({ identityProvider, client, bearer, credentials, others }: TargetService): TransportFailure {
  const signsIn = [identityProvider, client, bearer, credentials, others].some((way) => way !== undefined);
  return notSent(signsIn ? 'no-party' : 'no-sign-in');
}

function partyOf(auth: Auth, { asking = 'own' }: AuthSchemes): PartyName {
  return auth.kind === 'other' ? (auth.party ?? 'other') : asking;
}

/** Where a step is sent: what asks for a record that the target has is asked as whom the target says. */
export function askedBy<To extends AuthSchemes>(
  { operation, request }: Pick<Step, 'operation' | 'request'>,
  to: To,
): To {
  const { records = {} } = to.service;
  const named = Object.values(request.parameters).flatMap((value) => namedRecord(value) ?? []);
  const asking = [operation?.replace(/\/.*/s, '') ?? '', ...named].flatMap((name) => records[name]?.as ?? [])[0];
  return asking === undefined ? to : { ...to, asking };
}

/** What a good call of a declared read shows. */
export function goodCredentials(way: string | undefined, to: AuthSchemes): Promise<Credentials> {
  const auth: Auth = way === undefined ? { kind: 'good' } : { kind: 'good', way };
  return credentialsOf({ base: 'service', method: 'GET', path: '', parameters: {}, headers: {}, auth }, to);
}

export function withParameters(url: string, parameters: readonly NamedValue[]): string {
  if (parameters.length === 0) return url;
  const text = parameters.map((pair) => pair.map(encodePercent).join('=')).join('&');
  return `${url}${url.includes('?') ? '&' : '?'}${text}`;
}

/** The headers that carry who asks, in lower case: whatever else stands in them is none of the target’s other headers. */
export function carrierHeaders({ carrier, ways }: Pick<AuthSchemes, 'carrier' | 'ways'>): readonly string[] {
  return [carrier, ...Object.values(ways)].flatMap((way) => (way.in === 'header' ? [way.name.toLowerCase()] : []));
}

function wayOf({ way }: Auth, { carrier, ways }: AuthSchemes): AuthMethod {
  return (way === undefined ? undefined : ways[way]) ?? carrier;
}

function carried(way: Carrier, text: string): Credentials {
  switch (way.in) {
    case 'header':
      return inHeader(way.name.toLowerCase(), way.scheme === '' ? text : `${way.scheme} ${text}`);
    case 'query':
      return { headers: NONE, query: [[way.name, text]], form: NONE };
    case 'cookie':
      return inHeader('cookie', `${way.name}=${encodePercent(text)}`);
  }
}

function inHeader(name: string, value: string): Credentials {
  return { headers: [[name, value]], query: NONE, form: NONE };
}

/** Name and password, or a key in place of the name. */
interface Pair {
  readonly user: string;
  readonly password: string;
  /** Which of them nobody may see. */
  readonly secret: 'user' | 'password';
}

function parties({ way }: Auth, { service }: AuthSchemes): Parties<Credential> | undefined {
  return way === undefined ? service.credentials : service.others?.[way];
}

function namedCredential(party: PartyName, { way }: Auth, { service }: AuthSchemes): Credential | undefined {
  const named = service.parties?.[party];
  return way === undefined ? named?.credential : named?.others?.[way];
}

function credentialOf(party: PartyName, auth: Auth, to: AuthSchemes): Credential | undefined {
  const known = party === 'own' || party === 'other';
  const credential = known ? parties(auth, to)?.[party] : namedCredential(party, auth, to);
  // An access token of its own is as good as a key.
  if (credential === undefined && auth.way === undefined && to.service.parties?.[party]?.bearer !== undefined)
    return undefined;
  if (credential === undefined && (auth.way !== undefined || to.service.credentials !== undefined))
    throw noParty(to.service);
  return credential;
}

/** The good text of a party, as it stands after the word of its scheme. */
async function shown(party: PartyName, way: AuthMethod, auth: Auth, to: AuthSchemes): Promise<string> {
  const credential = credentialOf(party, auth, to);
  if (credential === undefined) return isRenewed(auth) ? to.signIn.renewed(party) : to.signIn.token(party);
  if (isRenewed(auth)) throw notSent('one-token');
  return written(way, pairOf(credential, to), to);
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

function written(way: AuthMethod, { user, password }: Omit<Pair, 'secret'>, { redactor }: AuthSchemes): string {
  if (!way.isBasic) return user;
  const text = Buffer.from(`${user}:${password}`).toString('base64');
  redactor.learn(text);
  return text;
}

type CredentialChange = (way: AuthMethod, auth: Auth, to: AuthSchemes) => Promise<Credentials>;

/** The good credential of the run's own party, with one thing done to name, password or key. */
const changed =
  (change: (pair: Pair) => Pair): CredentialChange =>
  (way, auth, to) => {
    const pair = change(ownPair(auth, to));
    // Most of what is wrong about it is right, and tells what is.
    to.redactor.learn(pair[pair.secret]);
    return Promise.resolve(carried(way, written(way, pair, to)));
  };

const own = (way: AuthMethod, auth: Auth, to: AuthSchemes): Promise<string> => shown(to.asking ?? 'own', way, auth, to);

const scheme =
  (spelled: (word: string) => string): CredentialChange =>
  async (way, auth, to) => {
    if (way.scheme === '') throw notSent('no-scheme');
    return carried({ ...way, scheme: spelled(way.scheme) }, await own(way, auth, to));
  };

/** Faults that a token has by itself, wherever it stands. */
type Forged = ForgedToken | Exclude<keyof SpoiledTokens, 'otherAudience'>;

function isForged(fault: TokenFault | CredentialFault): fault is Forged {
  return !(fault in FAULTS);
}

const ofClientAlone: CredentialChange = (_way, _auth, to) => {
  throw noParty(to.service);
};

/** All others. */
const FAULTS: Readonly<Record<Exclude<TokenFault | CredentialFault, Forged>, CredentialChange>> = {
  'unknown-client': ofClientAlone,
  'wrong-secret': ofClientAlone,
  'no-secret': ofClientAlone,
  'secret-in-query': ofClientAlone,
  'other-audience': async (way, _auth, to) => {
    if (to.service.spoiled?.otherAudience !== undefined) return carried(way, await to.signIn.faulty('otherAudience'));
    const audience = to.service.otherAudience;
    if (audience === undefined) to.signIn.party('unlinked');
    return carried(way, await to.signIn.forOther(audience ?? ''));
  },
  'wrong-header': async (way, auth, to) => {
    const text = await own(way, auth, to);
    const isUsual = way.name.toLowerCase() === 'authorization';
    return { ...NOTHING, headers: [isUsual ? ['access-token', text] : ['authorization', `Bearer ${text}`]] };
  },
  'in-query': async (way, auth, to) => ({
    ...NOTHING,
    query: [
      [way.scheme === '' && parties(auth, to) !== undefined ? way.name : 'access_token', await own(way, auth, to)],
    ],
  }),
  'in-header': async (way, auth, to) => carried({ ...way, in: 'header' }, await own(way, auth, to)),
  'in-cookie': async (way, auth, to) => carried({ ...way, in: 'cookie' }, await own(way, auth, to)),
  assertion: async (way, _auth, to) => carried(way, await to.signIn.assertionAsToken()),
  // Of another organisation: the same one twice is the same credential, however it is read.
  doubled: async (way, auth, to) => {
    const [first, second] = [await own(way, auth, to), await shown('other', way, auth, to)];
    return { ...NOTHING, headers: [...carried(way, first).headers, ...carried(way, second).headers] };
  },
  'scheme-lower': scheme((word) => word.toLowerCase()),
  'scheme-upper': scheme((word) => word.toUpperCase()),
  'other-scheme': scheme((word) => (word.toLowerCase() === 'bearer' ? 'Basic' : 'Bearer')),
  'scheme-absent': scheme(() => ''),
  'wrong-key': changed((pair) => ({ ...pair, user: different(pair.user) })),
  'shorter-key': changed((pair) => {
    if (pair.user.length <= SHORTEST_SECRET) throw notSent('short-key');
    return { ...pair, user: pair.user.slice(0, -1) };
  }),
  'longer-key': changed((pair) => ({ ...pair, user: `${pair.user}0` })),
  'key-in-capitals': changed((pair) => ({ ...pair, user: inOtherCapitals(pair.user) })),
  'unknown-user': changed((pair) => ({ ...pair, user: different(pair.user) })),
  'wrong-password': changed((pair) => ({ ...pair, password: different(pair.password) })),
  'no-password': changed((pair) => ({ ...pair, password: '' })),
  'password-in-capitals': changed((pair) => ({ ...pair, password: inOtherCapitals(pair.password) })),
  'no-colon': async (way, auth, to) => {
    const { user } = ownPair(auth, to);
    return carried(way, Buffer.from(user).toString('base64'));
  },
  'not-base64': async (way, auth, to) => {
    const { user, password } = ownPair(auth, to);
    return carried(way, `${user}:${password}`);
  },
};

/** Name and password, or the key, of the run's own party. */
function ownPair(auth: Auth, to: AuthSchemes): Pair {
  const credential = credentialOf(to.asking ?? 'own', auth, to);
  // A key that was given as an access token is one.
  if (credential === undefined) throw noParty(to.service);
  return pairOf(credential, to);
}

/** Every letter and digit another one, of the same kind: as long, and of the same form. Drawn, so that it does not lead back. */
function different(text: string): string {
  return text.replace(/[a-zA-Z0-9]/g, (character) => {
    const alphabet = ALPHABETS.find((one) => one.includes(character)) ?? character;
    return alphabet[(alphabet.indexOf(character) + randomInt(1, alphabet.length)) % alphabet.length] ?? character;
  });
}

const ALPHABETS: readonly string[] = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'];

function inOtherCapitals(text: string): string {
  const other = inOtherCase(text);
  if (other === text) throw notSent('no-letters');
  return other;
}

/** RFC 6749 §2.3.1: name and secret of a client in Authorization, each encoded as a form is, or in the form itself. */
function ofClient(auth: Auth, to: AuthSchemes): Promise<Credentials> {
  const { client: way = 'secret-basic' } = to;
  const client = clientOf(to.service, partyOf(auth, to));
  if (client === undefined) throw noParty(to.service);
  const secret = to.secrets.read(client.secret).trim();
  const good = { id: client.id, secret };
  const fault = auth.kind === 'fault' ? auth.fault : '';
  const { id, secret: said } = CLIENT_FAULTS[fault]?.(good) ?? good;
  to.redactor.learn(said);
  const named: readonly NamedValue[] = [
    ['client_id', id],
    ['client_secret', said],
  ];
  if (fault === 'secret-in-query') return Promise.resolve({ ...NOTHING, query: named });
  return Promise.resolve(clientCredentials(way, id, said, to.redactor));
}

/** A client of OAuth 2 that shows a secret. */
export function clientOf({ client, parties }: TargetService, name: PartyName): OAuthClient | undefined {
  return name === 'own' || name === 'other' ? client?.[name] : parties?.[name]?.client;
}

type Client = { readonly id: string; readonly secret: string };

const CLIENT_FAULTS: Readonly<Record<string, (good: Client) => Client>> = {
  'unknown-client': ({ id, secret }) => ({ id: different(id), secret }),
  'wrong-secret': ({ id, secret }) => ({ id, secret: different(secret) }),
  'no-secret': ({ id }) => ({ id, secret: '' }),
};

/** @param redactor learns the secret as it is, and as it is written */
export function clientCredentials(
  way: AuthSchemes['client'],
  id: string,
  secret: string,
  redactor: Redactor,
): Credentials {
  redactor.learn(secret);
  if (way === 'secret-post')
    return {
      ...NOTHING,
      form: [
        ['client_id', id],
        ['client_secret', secret],
      ],
    };
  const [name, encoded] = [id, secret].map((part) => new URLSearchParams([['', part]]).toString().slice(1));
  const text = Buffer.from(`${name}:${encoded}`).toString('base64');
  for (const shown of [encoded ?? '', text]) redactor.learn(shown);
  return inHeader('authorization', `Basic ${text}`);
}

/** As they go with one call. */
export function callHeaders(headers: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  return Object.entries(headers).map(([name, value]) =>
    value.includes(NEW_EACH_TIME) ? [name, value.replaceAll(NEW_EACH_TIME, () => randomUUID())] : [name, value],
  );
}
