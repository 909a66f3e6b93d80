import { acceptanceRule } from '../accepted.ts';

export const longest = acceptanceRule({
  id: 'input.longest',
  title: 'A text of the full length is accepted',
  fails: '{refuses} a value for {field} of the full length: {status}',
  explain: 'The declared length itself is allowed; refusing it is an off-by-one.',
  covers: ['F03'],
});
