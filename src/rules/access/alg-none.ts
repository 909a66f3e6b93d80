import { refusalRule } from '../refused.ts';

/** RFC 7518 §3.6: a JWT without a signature MUST NOT be accepted unless the application says so. */
export const algNone = refusalRule({
  id: 'access.alg-none',
  title: 'An unsigned token is refused',
  fails: '{accepts} an unsigned token: {status}',
  explain: 'The token says `alg: none` and has no signature.',
  requirement: 'http.jwt.algorithm',
  covers: ['J02'],
});
