import { refusalRule } from '../refused.ts';

export const claimMissing = refusalRule({
  id: 'token.claim-missing',
  title: 'An assertion without a claim is refused',
  fails: '{accepts} an assertion without {key}: {status}',
  explain: 'A claim that the documents name is left out; the rest is right and well signed.',
  covers: ['J05', 'J08', 'J10'],
});
