import { acceptanceRule } from '../accepted.ts';

export const audienceArray = acceptanceRule({
  id: 'token.audience-array',
  title: 'An audience in an array is accepted',
  explain: 'The audience may be an array that holds the one value.',
  covers: ['J08'],
});
