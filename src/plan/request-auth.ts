/** Authentication of requests, from security.yaml or token.yaml. */
import { omitUndefined } from '../model/objects.ts';
import type { Carrier, Operation, SecurityScheme, ServiceContracts } from '../load/model.ts';
import type { Auth, CleanupRequest } from './model.ts';

/** Credential of a caller: a token, a key, or a user name with a password. */
export type ShownCredential = 'token' | 'key' | 'user';

type Contracts = Pick<ServiceContracts, 'security' | 'token'>;

/** The named scheme, or the default of the service. Undefined if token.yaml defines the tokens. */
export function schemeOf({ security }: Contracts, name?: string): SecurityScheme | undefined {
  return name === undefined ? security : security?.others?.[name];
}

export function carrierOf(contracts: Contracts, name?: string): Carrier {
  const scheme = schemeOf(contracts, name);
  switch (scheme?.type) {
    case 'apiKey':
      return { in: scheme.in ?? 'header', name: scheme.name ?? '', scheme: '' };
    case 'http':
      return { in: 'header', name: 'authorization', scheme: spelled(scheme.scheme ?? '') };
    default: {
      const { token } = contracts;
      return token === undefined
        ? { in: 'header', name: 'authorization', scheme: 'Bearer' }
        : { in: 'header', name: token.carrier.header, scheme: token.carrier.scheme };
    }
  }
}

export function credentialPlace(contracts: Contracts, name?: string): Carrier['in'] {
  const scheme = schemeOf(contracts, name);
  return scheme?.type === 'apiKey' ? (scheme.in ?? 'header') : 'header';
}

export function credentialKind(contracts: Contracts, name?: string): ShownCredential {
  const scheme = schemeOf(contracts, name);
  if (scheme?.type === 'apiKey') return 'key';
  if (scheme?.type !== 'http' || isWord(scheme, 'bearer')) return 'token';
  return isWord(scheme, 'basic') && scheme.keyOnly !== true ? 'user' : 'key';
}

/** Whether the scheme is Basic (RFC 7617). */
export function isBasic(scheme: SecurityScheme | undefined): boolean {
  return scheme?.type === 'http' && isWord(scheme, 'basic');
}

/** Grant type at the token endpoint of the service. */
export function grantOf({
  security,
  token,
}: Contracts): 'jwt-bearer' | 'client-secret' | 'private-key-jwt' | undefined {
  if (security?.type === 'oauth2') return security.client === 'private-key-jwt' ? 'private-key-jwt' : 'client-secret';
  return token === undefined ? undefined : 'jwt-bearer';
}

function isWord({ scheme }: SecurityScheme, word: string): boolean {
  return scheme?.toLowerCase() === word;
}

/** The usual capitalization of the two common schemes. */
function spelled(scheme: string): string {
  return ['Basic', 'Bearer'].find((known) => known.toLowerCase() === scheme.toLowerCase()) ?? scheme;
}

/** Authentication scheme in lower case; empty without one. */
export function tokenScheme(contracts: Contracts, name?: string): { readonly scheme?: string } {
  if ((contracts.token ?? contracts.security) === undefined) return {};
  const { in: place, name: header, scheme } = carrierOf(contracts, name);
  return place === 'header' && header.toLowerCase() === 'authorization' && scheme !== ''
    ? { scheme: scheme.toLowerCase() }
    : {};
}

/** Name, in lower case, of the header with the access token; undefined without one. */
export function tokenHeader(contracts: Contracts, name?: string): string | undefined {
  const { token, security } = contracts;
  if ((token ?? security) === undefined) return undefined;
  const scheme = schemeOf(contracts, name);
  if (scheme?.type === 'apiKey') return scheme.in === 'header' ? scheme.name?.toLowerCase() : undefined;
  return scheme?.type === 'http' || token === undefined ? 'authorization' : token.carrier.header.toLowerCase();
}

// Shared objects: most of the tens of thousands of requests of a plan use one of these.
export const VALID_CREDENTIALS: Auth = { kind: 'good' };
export const NO_AUTH: Auth = { kind: 'none' };

export function operationAuth({ access, security }: Operation): Auth {
  if (access === 'public') return NO_AUTH;
  return security === undefined ? VALID_CREDENTIALS : { kind: 'good', scheme: security };
}

/** Another client with the same auth scheme. */
export function authAsClient(party: string, { scheme }: Auth): Auth {
  if (party === 'nobody') return NO_AUTH;
  return { kind: 'other', ...(party === 'other' ? {} : { party }), ...omitUndefined({ scheme }) };
}

/** A record is deleted by the client that created it. */
export function cleanupBy(auth: Auth, undo: CleanupRequest | undefined): CleanupRequest | undefined {
  if (undo === undefined || auth.kind !== 'other') return undo;
  return { ...undo, auth: authAsClient(auth.party ?? 'other', undo.auth ?? VALID_CREDENTIALS) };
}
