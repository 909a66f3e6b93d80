import { refusalRule } from '../refused.ts';

/** RFC 8725 §3.1: each key is used with one algorithm, which the verifier checks. */
export const hs256 = refusalRule({
  id: 'token.hs256',
  title: 'An assertion signed with a shared secret is refused',
  fails: '{accepts} an assertion signed with a shared secret: {status}',
  explain: 'HS256 with the public key as the secret: a verifier that lets the token choose accepts it.',
  requirement: 'http.jwt.algorithm',
  covers: ['J03'],
});
