import { refusalRule } from '../refused.ts';

export const deleteAgain = refusalRule({
  id: 'lifecycle.delete-again',
  title: 'A second delete finds nothing',
  fails: '{accepts} a second delete: {status}',
  explain: 'The first DELETE succeeded, so the second has nothing to remove.',
  covers: ['E05'],
});
