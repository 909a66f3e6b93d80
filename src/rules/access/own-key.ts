import { refusalRule } from '../refused.ts';

/** RFC 7519 §7.2 and RFC 8725 §3.3: the key is one that the verifier trusts, and a header is no reason to trust it. */
export const ownKey = refusalRule({
  id: 'access.own-key',
  title: 'A token that brings its own key is refused',
  fails: '{accepts} a token that brings its own key: {status}',
  explain:
    'The header of the token holds the public key that it was signed with. The key must come from the identity provider and never from the token.',
  requirement: 'http.jwt.signature',
  covers: ['J12', 'J01'],
});
