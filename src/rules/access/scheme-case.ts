import { acceptanceRule } from '../accepted.ts';

/** RFC 9110 §11.1 defines the scheme as a case-insensitive token. It has no keyword for servers, and no other reading. */
export const schemeCase = acceptanceRule({
  id: 'access.scheme-case',
  title: 'The scheme is compared without regard to case',
  fails: '{refuses} the scheme in other capitals: {status}',
  explain: '`bearer` and `BEARER` are the same scheme as `Bearer`.',
  requirement: 'http.scheme-case',
  covers: ['G08'],
});
