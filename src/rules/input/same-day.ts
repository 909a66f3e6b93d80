import { acceptanceRule } from '../accepted.ts';

export const sameDay = acceptanceRule({
  id: 'input.same-day',
  title: 'A range may begin and end on one day',
  explain: 'The later date equals the earlier one. The end is not before the beginning, so that nothing is wrong.',
  covers: ['F08'],
});
