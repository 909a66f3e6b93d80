import { refusalRule } from '../refused.ts';

export const tampered = refusalRule({
  id: 'token.tampered',
  title: 'An assertion changed after signing is refused',
  fails: '{accepts} an assertion changed after signing: {status}',
  explain: 'A claim is changed and the old signature is kept.',
  requirement: 'http.jwt.signature',
  covers: ['J01', 'J17'],
});
