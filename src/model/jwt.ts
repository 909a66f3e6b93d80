/** Tokens: algorithms, places, and what is written in place of a secret. */

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

/** Where the answer of a token endpoint holds the access token (RFC 6749 §5.1). */
export const TOKEN_PLACE = '/access_token';

/** What a token is made of, with the dots between its parts. */
const RUN = /[\w.-]+/g;
const BEGINNING = /\beyJ/;
/** The beginning, and a little more. */
const SHORTEST = 8;

/**
 * Three base64url parts, or the five of an encrypted one: a JWT, whatever it is called. Each becomes the mask; `least`
 * says how many parts must follow the first.
 */
export function withoutJwts(text: string, mask: string, least = 2): string {
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

/** In place of a token or a key. Where it stands in an answer, one came back. */
export const MASK = '[redacted]';
/** In place of anything else that is nobody's business. */
export const HIDDEN = '[hidden]';

/** Headers whose whole value is a secret, whatever the service. */
export const SECRET_HEADERS: readonly string[] = [
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'x-ibm-client-secret',
];
