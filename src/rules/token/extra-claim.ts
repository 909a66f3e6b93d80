import { acceptanceRule } from '../accepted.ts';

export const extraClaim = acceptanceRule({
  id: 'token.extra-claim',
  title: 'An unknown claim is ignored',
  explain: 'Claims that are not understood must be ignored.',
  covers: ['J15'],
});
