import { acceptanceRule } from '../accepted.ts';

export const sameDay = acceptanceRule({
  id: 'input.same-day',
  title: 'A range may begin and end on one day',
  fails: '{refuses} a range of one day ({field}): {status}',
  explain: 'The later date equals the earlier one. The end is not before the beginning, so that nothing is wrong.',
  covers: ['F08'],
});
