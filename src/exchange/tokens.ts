/** Assertions and access tokens, good ones and ones with exactly one fault. */
import type { Json } from '../record/json.ts';
import { constants, createHmac, createPrivateKey, createPublicKey, createSign, type KeyObject } from 'node:crypto';
import { SignJWT, importPKCS8 } from 'jose';
import type { ClaimRule, IdentityProviderSettings, Setting } from '../load/model.ts';
import { STRANGER_KEY } from './stranger-key.ts';

/** One party that can sign in: the target's own, or another one. */
export interface Party {
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

/** What a contract declares of the assertion. */
export interface AssertionContract {
  readonly algorithm: string;
  readonly header: readonly ClaimRule[];
  readonly claims: readonly ClaimRule[];
}

/** The assertion that the contract declares, for this party and service. Times in seconds since the epoch. */
export function goodAssertion(
  { algorithm, header, claims }: AssertionContract,
  party: Party,
  { audience, tokenAudience }: Pick<IdentityProviderSettings, 'audience' | 'tokenAudience'>,
  now: number,
): AssertionParts {
  const { issuer, device, kid } = party;
  const settings = { algorithm, kid, issuer, device, audience, 'token-audience': tokenAudience };
  const said = (rules: readonly ClaimRule[]): AssertionParts['claims'] =>
    Object.fromEntries(
      rules.flatMap(({ name, value }) => (value === undefined ? [] : [[name, saidOf(value, settings, now)]])),
    );
  return { header: said(header), claims: said(claims) };
}

function saidOf(value: Json, settings: Readonly<Record<Setting, string>>, now: number): Json {
  if (typeof value !== 'object' || value === null) return value;
  if ('$now' in value) return now + Number(value.$now);
  return '$setting' in value ? settings[value.$setting as Setting] : value;
}

const importedKeys = new Map<string, ReturnType<typeof importPKCS8>>();

/** Signed as it should be. */
export async function sign(parts: AssertionParts, privateKey: string): Promise<string> {
  const algorithm = String(parts.header['alg']);
  if (algorithm !== 'RS256' || 'crit' in parts.header || parts.header['kid'] === undefined)
    return signRaw(encode(parts.header), encode(parts.claims), privateKey, 'sha256');
  let key = importedKeys.get(privateKey);
  if (key === undefined) {
    key = importPKCS8(privateKey, 'RS256');
    importedKeys.set(privateKey, key);
  }
  return new SignJWT({ ...parts.claims }).setProtectedHeader({ ...parts.header, alg: algorithm }).sign(await key);
}

let strangerKey: KeyObject | undefined;

function stranger(): KeyObject {
  strangerKey ??= createPrivateKey({ key: STRANGER_KEY, format: 'jwk' });
  return strangerKey;
}

function encode(value: unknown): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
}

/** Signs what jose would rightly refuse to make: unknown critical parameters, other digests. */
function signRaw(
  header: string,
  payload: string,
  key: string | KeyObject,
  digest: 'sha256' | 'sha512',
  pss = false,
): string {
  const signer = createSign(digest).update(`${header}.${payload}`);
  const signature = signer.sign(
    pss ? { key: key as KeyObject, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 } : (key as KeyObject),
  );
  return `${header}.${payload}.${signature.toString('base64url')}`;
}

function hmac(header: string, payload: string, secret: string): string {
  return `${header}.${payload}.${createHmac('sha256', secret).update(`${header}.${payload}`).digest('base64url')}`;
}

/** What a token says of itself, where it is a JWT: three base64url parts, the first of which is a JSON object. */
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

/** The assertion, well signed, with claims that stand in its text before themselves, with other values. */
export function repeatingAssertion(
  { header, claims }: AssertionParts,
  before: Readonly<Record<string, unknown>>,
  privateKey: string,
): string {
  const [first, second] = [JSON.stringify(before), JSON.stringify(claims)];
  return signRaw(encode(header), encode(`${first.slice(0, -1)},${second.slice(1)}`), privateKey, 'sha256');
}

/** The assertion with one thing done to it; throws for a fault that it does not know. */
export async function faultyAssertion(fault: string, parts: AssertionParts, privateKey: string): Promise<string> {
  const { header, claims } = parts;
  if (fault.startsWith('alg-')) return `${encode({ ...header, alg: fault.slice(4) })}.${encode(claims)}.`;
  const good = (): Promise<string> => sign(parts, privateKey);
  switch (fault) {
    case 'hs256':
      return hmac(encode({ ...header, alg: 'HS256' }), encode(claims), publicPem(privateKey));
    case 'rs512':
      return signRaw(encode({ ...header, alg: 'RS512' }), encode(claims), privateKey, 'sha512');
    case 'ps256':
      return signRaw(encode({ ...header, alg: 'PS256' }), encode(claims), privateKey, 'sha256', true);
    case 'other-key':
      return signRaw(encode(header), encode(claims), stranger(), 'sha256');
    case 'tampered': {
      const [head, , signature] = (await good()).split('.');
      return `${head ?? ''}.${encode({ ...claims, exp: Number(claims['exp']) + 60 })}.${signature ?? ''}`;
    }
    case 'own-key-jku':
    case 'own-key-x5u':
      return signRaw(
        encode({ ...header, [fault.slice(8)]: 'https://attacker.example/keys' }),
        encode(claims),
        stranger(),
        'sha256',
      );
    case 'own-key-jwk':
      return signRaw(
        encode({ ...header, jwk: createPublicKey(stranger()).export({ format: 'jwk' }) }),
        encode(claims),
        stranger(),
        'sha256',
      );
    case 'malformed-padding':
      return `${await good()}==`;
    case 'malformed-space':
      return (await good()).replace('.', ' .');
    case 'malformed-two-parts':
      return (await good()).split('.').slice(0, 2).join('.');
    case 'malformed-four-parts':
      return `${await good()}.x`;
    case 'malformed-json': {
      const [protectedHeader, payload, signature] = (await good()).split('.');
      return JSON.stringify({ protected: protectedHeader, payload, signature });
    }
    default:
      throw new Error(`unknown assertion fault ${fault}`);
  }
}

/**
 * An access token of the service, with one thing done to it. Its signing key is the identity provider's, so what can be
 * forged is what an attacker could forge.
 */
export function faultyAccessToken(fault: string, good: string, publicKey: string | undefined): string {
  const [header = '', payload = '', signature = ''] = good.split('.');
  const head = decode(header);
  const claims = decode(payload);
  switch (fault) {
    case 'garbage':
      return 'not-a-token';
    case 'other-key':
      return signRaw(header, payload, stranger(), 'sha256');
    case 'alg-none':
      return `${encode({ ...head, alg: 'none' })}.${payload}.`;
    case 'hs256-public-key':
      return hmac(encode({ ...head, alg: 'HS256' }), payload, publicKey ?? 'no-public-key-is-known');
    case 'tampered':
      return `${header}.${encode({ ...claims, exp: Number(claims['exp'] ?? 0) + 3600 })}.${signature}`;
    case 'signature-removed':
      return `${header}.${payload}.`;
    case 'own-key':
      return signRaw(
        encode({ ...head, jwk: createPublicKey(stranger()).export({ format: 'jwk' }) }),
        payload,
        stranger(),
        'sha256',
      );
    case 'alg-spelling':
      return `${encode({ ...head, alg: 'nOnE' })}.${payload}.`;
    default:
      throw new Error(`unknown access token fault ${fault}`);
  }
}

function decode(part: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    // An opaque access token: there is nothing to decode, and every forged form of it is simply not it.
    return {};
  }
}

function publicPem(privateKey: string): string {
  return createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
}
