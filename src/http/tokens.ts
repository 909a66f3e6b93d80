/** Assertions and access tokens, valid ones and ones with exactly one fault. */
import { type Algorithm, ALGORITHMS } from '../model/jwt.ts';
import type { Json } from '../model/json.ts';
import {
  constants,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSign,
  type KeyObject,
  randomUUID,
} from 'node:crypto';
import type { importPKCS8 } from 'jose';
import type { ClaimRule, IdentityProviderSettings, Setting, Signature, MalformedJwtForm } from '../load/model.ts';
import type { AssertionTemplate, ForgedToken, KeyParameter } from '../plan/model.ts';

const RS256: Algorithm = { digest: 'sha256' };
const HS256: Algorithm = { digest: 'sha256' };

/** A party that can sign in. */
export interface SigningParty {
  readonly issuer: string;
  readonly device: string;
  readonly kid: string;
  /** PKCS#8 PEM. */
  readonly privateKey: string;
}

export interface AssertionParts {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Assertion as the contract declares it. */
export interface AssertionContract {
  readonly algorithm: string;
  readonly header: readonly ClaimRule[];
  readonly claims: readonly ClaimRule[];
}

/** Values for the claims, by setting. */
export function assertionSettings(
  algorithm: string,
  { issuer, device, kid }: SigningParty,
  { audience, tokenAudience }: Pick<IdentityProviderSettings, 'audience' | 'tokenAudience'>,
): Readonly<Record<Setting, string>> {
  return { algorithm, kid, issuer, device, audience, 'token-audience': tokenAudience };
}

/** The valid assertion. Times in seconds since the epoch. */
export function validAssertion(
  { header, claims }: Pick<AssertionContract, 'header' | 'claims'>,
  settings: Readonly<Record<Setting, string>>,
  now: number,
): AssertionParts {
  const valuesOf = (rules: readonly ClaimRule[]): AssertionParts['claims'] =>
    Object.fromEntries(
      rules.flatMap(({ name, value }) => (value === undefined ? [] : [[name, claimValue(value, settings, now)]])),
    );
  return { header: valuesOf(header), claims: valuesOf(claims) };
}

function claimValue(value: Json, settings: Readonly<Record<Setting, string>>, now: number): Json {
  if (typeof value !== 'object' || value === null) return value;
  if ('$now' in value) return now + Number(value.$now);
  if ('$uuid' in value) return randomUUID();
  return '$setting' in value ? settings[value.$setting as Setting] : value;
}

/** Loaded on use, since most commands sign nothing. */
const jose = (): Promise<typeof import('jose')> => import('jose');

const importedKeys = new Map<string, ReturnType<typeof importPKCS8>>();

/** Signs correctly. */
export async function signAssertion(parts: AssertionParts, privateKey: string): Promise<string> {
  const algorithm = String(parts.header['alg']);
  if (algorithm !== 'RS256' || 'crit' in parts.header || parts.header['kid'] === undefined)
    return signRaw(encode(parts.header), encode(parts.claims), privateKey);
  const { SignJWT, importPKCS8: imported } = await jose();
  let key = importedKeys.get(privateKey);
  if (key === undefined) {
    key = imported(privateKey, 'RS256');
    importedKeys.set(privateKey, key);
  }
  return new SignJWT({ ...parts.claims }).setProtectedHeader({ ...parts.header, alg: algorithm }).sign(await key);
}

/** Cache of keys by PEM: parsing one takes as long as signing. */
const keys = new Map<string, KeyObject>();

function keyOf(pem: string): KeyObject {
  const known = keys.get(pem) ?? createPrivateKey(pem);
  keys.set(pem, known);
  return known;
}

let cachedUnregisteredKey: KeyObject | undefined;

function unregisteredKey(): KeyObject {
  cachedUnregisteredKey ??= createPrivateKey({ key: UNREGISTERED_KEY, format: 'jwk' });
  return cachedUnregisteredKey;
}

function encode(value: unknown): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
}

/** Signs headers that jose rejects: unknown critical parameters and other algorithms. */
function signRaw(header: string, payload: string, key: string | KeyObject, algorithm = RS256): string {
  const signature = createSign(algorithm.digest)
    .update(`${header}.${payload}`)
    .sign({
      key: typeof key === 'string' ? keyOf(key) : key,
      padding: algorithm.pss === true ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING,
      ...(algorithm.pss === true ? { saltLength: constants.RSA_PSS_SALTLEN_DIGEST } : {}),
    });
  return `${header}.${payload}.${signature.toString('base64url')}`;
}

function hmac(header: string, payload: string, secret: string, { digest }: Algorithm): string {
  return `${header}.${payload}.${createHmac(digest, secret).update(`${header}.${payload}`).digest('base64url')}`;
}

/** Header and claims of a JWT: three base64url parts, the first of which is a JSON object. */
export function readJwt(
  token: string,
):
  | { readonly header: Readonly<Record<string, unknown>>; readonly claims: Readonly<Record<string, unknown>> }
  | undefined {
  const [header = '', payload = '', , ...more] = token.split('.');
  if (more.length > 0 || !/^[\w-]+\.[\w-]*\.[\w-]*$/.test(token) || Object.keys(decode(header)).length === 0)
    return undefined;
  return { header: decode(header), claims: decode(payload) };
}

/** A correctly signed assertion with duplicate claims; the first ones have other values. */
export function repeatingAssertion(
  { header, claims }: AssertionParts,
  before: Readonly<Record<string, unknown>>,
  privateKey: string,
): string {
  const [first, second] = [JSON.stringify(before), JSON.stringify(claims)];
  return signRaw(encode(header), encode(`${first.slice(0, -1)},${second.slice(1)}`), privateKey);
}

/** Faults in the signature or in the form of an assertion. */
export type AssertionFault = Pick<AssertionTemplate, 'signature' | 'keyInHeader' | 'written'>;

export async function forgedAssertion(
  { signature, keyInHeader, written }: AssertionFault,
  parts: AssertionParts,
  privateKey: string,
): Promise<string> {
  const brought = keyInHeader === undefined ? {} : { [keyInHeader]: keyParameter(keyInHeader) };
  const header = { ...parts.header, ...brought };
  const token = await signedAs(signature, { ...parts, header }, privateKey);
  return written === undefined ? token : FORM_FAULTS[written](token);
}

async function signedAs(signature: Signature | undefined, parts: AssertionParts, privateKey: string): Promise<string> {
  const [header, claims] = [encode(parts.header), encode(parts.claims)];
  const algorithm = String(parts.header['alg']);
  switch (signature) {
    case undefined:
      return signAssertion(parts, privateKey);
    case 'absent':
      return `${header}.${claims}.`;
    case 'right-key':
      return signRaw(header, claims, privateKey, ALGORITHMS.rsa[algorithm]);
    case 'other-key':
      return signRaw(header, claims, unregisteredKey(), ALGORITHMS.rsa[algorithm]);
    case 'public-key-as-secret':
      return hmac(header, claims, publicPem(privateKey), ALGORITHMS.secret[algorithm] ?? HS256);
    case 'of-other-claims': {
      const [, , kept = ''] = (await signAssertion(parts, privateKey)).split('.');
      return `${header}.${encode({ ...parts.claims, exp: Number(parts.claims['exp']) + 60 })}.${kept}`;
    }
  }
}

/** Header parameter with a key that is not registered. */
function keyParameter(parameter: KeyParameter): unknown {
  return parameter === 'jwk'
    ? createPublicKey(unregisteredKey()).export({ format: 'jwk' })
    : 'https://attacker.example/keys';
}

/** The assertion with other claims than those that are signed. */
const withClaims =
  (text: string) =>
  (token: string): string => {
    const [header, , signature] = token.split('.');
    return [header, Buffer.from(text).toString('base64url'), signature].join('.');
  };

const FORM_FAULTS: Readonly<Record<MalformedJwtForm, (token: string) => string>> = {
  padding: (token) => `${token}==`,
  space: (token) => token.replace('.', ' .'),
  'two-parts': (token) => token.split('.').slice(0, 2).join('.'),
  'four-parts': (token) => `${token}.x`,
  json: (token) => {
    const [header, payload, signature] = token.split('.');
    return JSON.stringify({ protected: header, payload, signature });
  },
  'claims-list': withClaims('[]'),
  'claims-text': withClaims('plumbline'),
};

/** An access token with one fault. Only the identity provider has its key, so the faults are those that an attacker could create. */
export function faultyAccessToken(fault: ForgedToken, good: string, publicKey: string | undefined): string {
  const [header = '', payload = '', signature = ''] = good.split('.');
  const head = decode(header);
  const claims = decode(payload);
  switch (fault) {
    case 'garbage':
      return 'not-a-token';
    case 'other-key':
      return signRaw(header, payload, unregisteredKey());
    case 'alg-none':
      return `${encode({ ...head, alg: 'none' })}.${payload}.`;
    case 'hs256-public-key':
      return hmac(encode({ ...head, alg: 'HS256' }), payload, publicKey ?? 'no-public-key-is-known', HS256);
    case 'tampered':
      return `${header}.${encode({ ...claims, exp: Number(claims['exp'] ?? 0) + 3600 })}.${signature}`;
    case 'signature-removed':
      return `${header}.${payload}.`;
    case 'own-key':
      return signRaw(encode({ ...head, jwk: keyParameter('jwk') }), payload, unregisteredKey());
    case 'alg-spelling':
      return `${encode({ ...head, alg: 'nOnE' })}.${payload}.`;
  }
}

function decode(part: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    // An opaque access token cannot be decoded; every forged form of it is simply another token.
    return {};
  }
}

function publicPem(privateKey: string): string {
  return createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
}

export const UNREGISTERED_KEY = {
  kty: 'RSA',
  n: 'xVMQezo3ELNsRetMkPOiH50TBR4eEY65Go2QGa--OUcPvwB9Q5D8GRuIA4TXfA2BAxsTD1NMOfTInDUQuG0cSQ5OwQ2bduZ7H1f-wClSrpdLOUwDVTlITVN0L8S4-jfMM_bYqb4UlKJQp6b2myGCG4m8LT1cgkaNVyIItNHXZohwh7QcgHougPIlzTvSp_hmT_GmISFNfS26Fl64t1X2nMyWFmi87gqgKRiJWb6bsEBIxVdvLqfHmM3cY5FD1vJDRab04ilK_yvCWFx4qOyTiTHXiqIZ0CW5nUyBCYA9wpmkrgvXi0TQJcXUGYcdcNmqxw9TNYRZBVhjtwtnOjubPQ',
  e: 'AQAB',
  d: 'Id-Lv3-jlsYaMtl87BAqt08VRgZgxoZP389H2qT43GfGu_TXTAs-P4gineoGvLirui8CY1nbBsLu0iPo4iP23FKsscbGdo-DuMJ4DKA7XZXCt8wE8XMTJpUKJ64XS_rantwD3wWujkJb4p_OixxiM5x-FW0IbaOzXS8OPA4esi6x53e3kuhOcSJENVdK5XjqYsMmNyXEtsHNZ67tRKiPjbjOzgLLRmj26Qf8aPGANBwUtDfnUgkmwbN65KZt9S1Exn3ZPEcJVudtqolHew1itM8uodpNmfiFFMm6W8v2rFi2FaWLbI5Ag8mRLLRJkonVsauOIlPXgOm0QWEM7N-8EQ',
  p: '9AKjhmYTEvSu9wJRZPE4UVqAQt88fQboK-dCRlhtIiP-JputaMkdC7lFvGjKA8NWHsK8BM9PToIWodMmosaC5Oo5HPqMXBd-HA6wTO-D916cnyUFB4dYE5Ui6c78EeGzIKyqvMvaUsDpc7VK2bb_8L4W1OS9HiSs12aSkyWiBjE',
  q: 'zwUsRz4gDvLawfynDo1KCZ9pNTHFsETKXI-v-Aa553ul8qwOiB4qEpFyRmRpMVN7eICq6SuvxB8FicKW-e5_FQAU8J6aWoJgzGizRpLHf5ZWFnZxQH5gmANx9EMU-U3WUkE0TFWZ2lSVW9_KXoYlvvvxhIwipYTgkEQhvOlvhs0',
  dp: 'DShvRPoQIT-Mh8laNkVDsi9dJz3-dwd-UY_A5SYzjFnAhLh0W2gs5srw1b4Y1qcb58C8fs3nCua87bEDLlfiCxIOTl-8XeLua_jmzN9FkHtLmtFWOhe0SioKne0JbrVrAWIOOuwLM9cvP4wRIzhZCNRXStei0xNLNrpTQRgQaqE',
  dq: 'uXeu9Zyo5_uXFNgfaqAWRoy0mt2eeI8IpOhuBE0yXDqgr8qJslUj6EK6GGp4-6IJKipL9F4ZOCF6urLEw-FxpQTPvcq6CoBn7HmYs49of9vWAIXYbKlMLKRZgTZgIgIkEskr6399OOcycH8MNKcGRhY9iDxsBdIHxffkKfUQ37k',
  qi: 'aAMeOxN1TCPldtujBxDwnN2-2M-luEtJ9XjYZAf0aO6fYdsQQZW-gRRK3-DaqymMgsoNUGA3yuB2eQStGtceq-pDpbBnAK8HdLjgpZMl_pq8Eyl1VfQNl_wUfzQyIF7-ror31Lifu9x-o5HKfGMaRwnUX_jx22lxfd64BEeuI_0',
} as const;
