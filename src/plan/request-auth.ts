/** How the calls of a service say who asks, whichever of its files tells it. */
import { defined } from '../model/objects.ts';
import type { Carrier, Operation, SecurityScheme, ServiceContracts } from '../load/model.ts';
import type { Auth, Undo } from './model.ts';

/** What is shown: a token that is asked for or given, a key, or a user's name with a password. */
export type ShownCredential = 'token' | 'key' | 'user';

type Contracts = Pick<ServiceContracts, 'security' | 'token'>;

/** The way in of that name, or the one of the service; undefined where its tokens are as token.yaml says. */
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

/** Where a call carries it. */
export function placeOf(contracts: Contracts, name?: string): Carrier['in'] {
  const scheme = schemeOf(contracts, name);
  return scheme?.type === 'apiKey' ? (scheme.in ?? 'header') : 'header';
}

export function shownOf(contracts: Contracts, name?: string): ShownCredential {
  const scheme = schemeOf(contracts, name);
  if (scheme?.type === 'apiKey') return 'key';
  if (scheme?.type !== 'http' || isWord(scheme, 'bearer')) return 'token';
  return isWord(scheme, 'basic') && scheme.keyOnly !== true ? 'user' : 'key';
}

/** Whether a name and a password, or a key in place of the name, are written as RFC 7617 says. */
export function isBasic(scheme: SecurityScheme | undefined): boolean {
  return scheme?.type === 'http' && isWord(scheme, 'basic');
}

/** What a token is given for, at the token endpoint of the service. */
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

/** The two that everybody knows are written as everybody does. */
function spelled(scheme: string): string {
  return ['Basic', 'Bearer'].find((known) => known.toLowerCase() === scheme.toLowerCase()) ?? scheme;
}

/** The authentication scheme of an operation, in lower case; nothing where it has none of HTTP's, or nobody says who asks. */
export function tokenScheme(contracts: Contracts, name?: string): { readonly scheme?: string } {
  if ((contracts.token ?? contracts.security) === undefined) return {};
  const { in: place, name: header, scheme } = carrierOf(contracts, name);
  return place === 'header' && header.toLowerCase() === 'authorization' && scheme !== ''
    ? { scheme: scheme.toLowerCase() }
    : {};
}

/** Name, in lower case, of the header that carries the access token of an operation. Undefined without a contract for it. */
export function tokenHeader(contracts: Contracts, name?: string): string | undefined {
  const { token, security } = contracts;
  if ((token ?? security) === undefined) return undefined;
  const scheme = schemeOf(contracts, name);
  if (scheme?.type === 'apiKey') return scheme.in === 'header' ? scheme.name?.toLowerCase() : undefined;
  return scheme?.type === 'http' || token === undefined ? 'authorization' : token.carrier.header.toLowerCase();
}

// A plan holds tens of thousands of requests, most of them with one of these.
const GOOD: Auth = { kind: 'good' };
export const NOBODY: Auth = { kind: 'none' };

/** Who may call an operation. */
export function authOf({ access, security }: Operation): Auth {
  if (access === 'public') return NOBODY;
  return security === undefined ? GOOD : { kind: 'good', way: security };
}

/** Somebody else, in the same way in. */
export function authAs(party: string, { way }: Auth): Auth {
  if (party === 'nobody') return NOBODY;
  return { kind: 'other', ...(party === 'other' ? {} : { party }), ...defined({ way }) };
}

/** What somebody else made is his to remove. */
export function undoneBy(auth: Auth, undo: Undo | undefined): Undo | undefined {
  if (undo === undefined || auth.kind !== 'other') return undo;
  return { ...undo, auth: authAs(auth.party ?? 'other', undo.auth ?? GOOD) };
}
