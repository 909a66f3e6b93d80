import { refusalRule } from '../refused.ts';

export const createBelowDeleted = refusalRule({
  id: 'lifecycle.create-below-deleted',
  title: 'Nothing is made below a deleted record',
  fails: '{accepts} a new record below a deleted one: {status}',
  explain:
    'The parent in the path was deleted a moment ago. A record that is made below it belongs to nothing and can never be found.',
  covers: ['E06', 'E13'],
});
