import { acceptanceRule } from '../accepted.ts';

export const extraClaim = acceptanceRule({
  id: 'token.extra-claim',
  title: 'An unknown claim is ignored',
  fails: '{refuses} an assertion with an unknown claim: {status}',
  explain: 'Claims that are not understood must be ignored.',
  covers: ['J15'],
});
