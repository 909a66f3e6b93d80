import { acceptanceRule } from '../accepted.ts';

export const audienceArray = acceptanceRule({
  id: 'token.audience-array',
  title: 'An audience in an array is accepted',
  fails: '{refuses} an audience in an array: {status}',
  explain: 'The audience may be an array that holds the one value.',
  covers: ['J08'],
});
