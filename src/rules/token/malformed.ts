import { refusalRule } from '../refused.ts';

export const malformed = refusalRule({
  id: 'token.malformed',
  title: 'An assertion that is no compact JWT is refused',
  fails: '{accepts} an assertion that is no compact JWT ({key}): {status}',
  explain: 'Padding, white space, missing or additional parts.',
  requirement: 'http.jwt.form',
  covers: ['J16'],
});
