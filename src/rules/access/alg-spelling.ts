import { refusalRule } from '../refused.ts';

/** RFC 7515 §5.2: a token whose algorithm is not supported is invalid; names of algorithms are case-sensitive (§4.1.1). */
export const algSpelling = refusalRule({
  id: 'access.alg-spelling',
  title: 'An unsigned token is refused in any spelling',
  fails: '{accepts} an unsigned token in another spelling: {status}',
  explain:
    'The token says `alg: nOnE` and has no signature. A list of forbidden spellings is never complete; only a list of allowed algorithms is.',
  requirement: 'http.jwt.algorithm',
  covers: ['J02'],
});
