import { refusalRule } from '../refused.ts';

export const unknownMember = refusalRule({
  id: 'input.unknown-member',
  title: 'A member that the contract does not know is refused',
  fails: '{accepts} a member that the contract does not know: {status}',
  explain: 'A misspelt member that is ignored is data lost without a word.',
  covers: ['F02'],
});
