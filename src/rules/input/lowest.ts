import { acceptanceRule } from '../accepted.ts';

export const lowest = acceptanceRule({
  id: 'input.lowest',
  title: 'The smallest number allowed is accepted',
  fails: '{refuses} the smallest value allowed for {field}: {status}',
  explain: 'The minimum itself is allowed; refusing it is an off-by-one, or takes 0 for nothing.',
  covers: ['F03'],
});
