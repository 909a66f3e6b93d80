import { refusalRule } from '../refused.ts';

export const order = refusalRule({
  id: 'input.order',
  title: 'A range of dates is turned round',
  fails: '{accepts} a range that ends before it begins ({field}): {status}',
  explain: 'The later date lies before the earlier one.',
  covers: ['F08'],
});
