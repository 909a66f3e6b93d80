import { refusalRule } from '../refused.ts';

/** RFC 7523 §3: the authorization server MUST reject an assertion with an invalid signature. */
export const tampered = refusalRule({
  id: 'token.tampered',
  title: 'An assertion changed after signing is refused',
  fails: '{accepts} an assertion changed after signing: {status}',
  explain: 'A claim is changed and the old signature is kept.',
  requirement: 'http.jwt.signature',
  covers: ['J01', 'J17'],
});
