import { refusalRule } from '../refused.ts';

export const crit = refusalRule({
  id: 'token.crit',
  title: 'An assertion with an unknown critical extension is refused',
  fails: '{accepts} an assertion with an unknown critical extension: {status}',
  explain: 'The `crit` header names an extension that nobody knows; such a token is invalid.',
  covers: ['J13'],
});
