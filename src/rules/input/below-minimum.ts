import { refusalRule } from '../refused.ts';

export const belowMinimum = refusalRule({
  id: 'input.below-minimum',
  title: 'A number is below its minimum',
  fails: '{accepts} a value for {field} below its minimum: {status}',
  explain: 'One below the smallest value allowed.',
  covers: ['F03'],
});
