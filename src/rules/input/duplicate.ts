import { refusalRule } from '../refused.ts';

export const duplicate = refusalRule({
  id: 'input.duplicate',
  title: 'A key that is taken is refused',
  fails: '{accepts} a value for {field} that is taken: {status}',
  explain: 'A second record with the key of one that was just made.',
  covers: ['E10'],
});
