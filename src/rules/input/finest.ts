import { acceptanceRule } from '../accepted.ts';

export const finest = acceptanceRule({
  id: 'input.finest',
  title: 'A number with all its decimals is accepted',
  fails: '{refuses} a value for {field} with all its decimals: {status}',
  explain:
    'As many decimals as declared are allowed. A refusal is mostly a check on binary fractions, which hold few decimals exactly.',
  covers: ['F06'],
});
