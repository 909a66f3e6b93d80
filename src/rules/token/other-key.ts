import { refusalRule } from '../refused.ts';

/** RFC 7523 §3: the authorization server MUST reject an assertion with an invalid signature. */
export const otherKey = refusalRule({
  id: 'token.other-key',
  title: 'An assertion of another key is refused',
  fails: '{accepts} an assertion that another key signed: {status}',
  explain: 'Everything is right but the key that signed it.',
  requirement: 'http.jwt.signature',
  covers: ['J01'],
});
