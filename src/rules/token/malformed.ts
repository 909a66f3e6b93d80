import { refusalRule } from '../refused.ts';

/** RFC 7519 §7.2: what is no JWT in the form of RFC 7515 §7.1 MUST be rejected. */
export const malformed = refusalRule({
  id: 'token.malformed',
  title: 'An assertion that is no compact JWT is refused',
  fails: '{accepts} an assertion that is no compact JWT ({key}): {status}',
  explain: 'Padding, white space, missing or additional parts.',
  requirement: 'http.jwt.form',
  covers: ['J16'],
});
