import { refusalRule } from '../refused.ts';

/** RFC 7519 §7.2: where a step of the validation fails, the JWT MUST be rejected; RFC 8725 §3.3 has every signature validated. */
export const tampered = refusalRule({
  id: 'access.tampered',
  title: 'A token with changed claims is refused',
  fails: '{accepts} a token whose claims were changed: {status}',
  explain: 'The claims are changed and the old signature is kept.',
  requirement: 'http.jwt.signature',
  covers: ['J17', 'J01'],
});
