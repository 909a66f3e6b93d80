import { refusalRule } from '../refused.ts';

/** RFC 7519 §7.2: where a step of the validation fails, the JWT MUST be rejected; RFC 8725 §3.3 has every signature validated. */
export const otherKey = refusalRule({
  id: 'access.other-key',
  title: 'A token of another key is refused',
  fails: '{accepts} a token that another key signed: {status}',
  explain:
    'The claims are right and the signature is made with a key that nobody knows. Accepting it means that anybody can sign in.',
  requirement: 'http.jwt.signature',
  covers: ['J01'],
});
