import { refusalRule } from '../refused.ts';

/** RFC 7523 §3: an assertion MUST be signed or have a MAC. By which error it is refused is a SHOULD (RFC 6749 §5.2). */
export const algNone = refusalRule({
  id: 'token.alg-none',
  title: 'An unsigned assertion is refused',
  fails: '{accepts} an unsigned assertion: {status}',
  explain: 'The assertion says that it is not signed, in one of the spellings.',
  requirement: 'http.jwt.algorithm',
  covers: ['J02'],
});
