import { refusalRule } from '../refused.ts';

export const algNone = refusalRule({
  id: 'token.alg-none',
  title: 'An unsigned assertion is refused',
  fails: '{accepts} an unsigned assertion: {status}',
  explain: 'The assertion says that it is not signed, in one of the spellings.',
  requirement: 'http.jwt.algorithm',
  covers: ['J02'],
});
