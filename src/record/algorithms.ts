/** What JWTs are signed with (RFC 7518 §3.1): by an RSA key, and by a shared secret. */

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
