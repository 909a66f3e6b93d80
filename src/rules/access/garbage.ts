import { refusalRule } from '../refused.ts';

/** RFC 6749 §7: the resource server MUST validate the token, whatever it is made of. By which status it is refused is a SHOULD (RFC 6750 §3.1). */
export const garbage = refusalRule({
  id: 'access.garbage',
  title: 'A token that is no JWT is refused',
  fails: '{accepts} a token that is no JWT: {status}',
  explain: 'The header carries a text that is not even a token.',
  requirement: 'http.jwt.form',
  covers: ['G04', 'J16'],
});
