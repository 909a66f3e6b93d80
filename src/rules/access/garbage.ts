import { refusalRule } from '../refused.ts';

export const garbage = refusalRule({
  id: 'access.garbage',
  title: 'A token that is no JWT is refused',
  fails: '{accepts} a token that is no JWT: {status}',
  explain: 'The header carries a text that is not even a token.',
  requirement: 'http.jwt.form',
  covers: ['G04', 'J16'],
});
