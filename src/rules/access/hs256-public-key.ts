import { refusalRule } from '../refused.ts';

/** RFC 8725 §3.1: each key is used with one algorithm, which the verifier checks. */
export const hs256PublicKey = refusalRule({
  id: 'access.hs256-public-key',
  title: 'A token signed with the public key as secret is refused',
  fails: '{accepts} a token signed with the public key as secret: {status}',
  explain:
    'The token says HS256 and is signed with the public key’s text: a verifier that lets the token choose the algorithm accepts it.',
  requirement: 'http.jwt.algorithm',
  covers: ['J03'],
});
