/** Tokens: algorithms, places, and masks for secrets. */

export interface Algorithm {
  readonly digest: 'sha256' | 'sha384' | 'sha512';
  readonly pss?: true;
}

const RSA: Readonly<Record<string, Algorithm>> = {
  RS256: { digest: 'sha256' },
  RS384: { digest: 'sha384' },
  RS512: { digest: 'sha512' },
  PS256: { digest: 'sha256', pss: true },
  PS384: { digest: 'sha384', pss: true },
  PS512: { digest: 'sha512', pss: true },
};

const SECRET: Readonly<Record<string, Algorithm>> = {
  HS256: { digest: 'sha256' },
  HS384: { digest: 'sha384' },
  HS512: { digest: 'sha512' },
};

export const ALGORITHMS = { rsa: RSA, secret: SECRET };

/** Pointer to the access token in a token response (RFC 6749 §5.1). */
export const ACCESS_TOKEN_POINTER = '/access_token';

/** Characters of a token, with the dots between its parts. */
const RUN = /[\w.-]+/g;
const BEGINNING = /\beyJ/;
/** The prefix and a few characters. */
const SHORTEST = 8;

/** Masks JWTs, which have three base64url parts, or five. `least` is the minimum number of parts after the first. */
export function maskJwts(text: string, mask: string, least = 2): string {
  if (!text.includes('eyJ')) return text;
  return text.replace(RUN, (run) => (run.includes('eyJ') ? maskedRun(run.split('.'), mask, least) : run));
}

function maskedRun(parts: readonly string[], mask: string, least: number): string {
  const kept: string[] = [];
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index] ?? '';
    const at = part.search(BEGINNING);
    const following = Math.min(4, parts.length - 1 - index);
    if (at === -1 || part.length - at < SHORTEST || following < least) kept.push(part);
    else {
      kept.push(`${part.slice(0, at)}${mask}`);
      index += following;
    }
  }
  return kept.join('.');
}

/** Mask of a token or key. In a response it means that the service returned one. */
export const SECRET_MASK = '[redacted]';
/** Mask of any other private value. */
export const PRIVATE_MASK = '[hidden]';

/** Headers that are secret in every service. */
export const SECRET_HEADERS: readonly string[] = [
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'x-ibm-client-secret',
];
