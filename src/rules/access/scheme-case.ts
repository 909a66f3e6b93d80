import { acceptanceRule } from '../accepted.ts';

export const schemeCase = acceptanceRule({
  id: 'access.scheme-case',
  title: 'The scheme is compared without regard to case',
  fails: '{refuses} the scheme in other capitals: {status}',
  explain: '`bearer` and `BEARER` are the same scheme as `Bearer`.',
  requirement: 'http.scheme-case',
  covers: ['G08'],
});
