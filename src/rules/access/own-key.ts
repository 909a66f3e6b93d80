import { refusalRule } from '../refused.ts';

export const ownKey = refusalRule({
  id: 'access.own-key',
  title: 'A token that brings its own key is refused',
  fails: '{accepts} a token that brings its own key: {status}',
  explain: 'The header of the token holds the public key that it was signed with. The key must come from the identity provider and never from the token.',
  requirement: 'http.jwt.signature',
  covers: ['J12', 'J01'],
});
