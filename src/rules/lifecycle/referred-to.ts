import { refusalRule } from '../refused.ts';

export const referredTo = refusalRule({
  id: 'lifecycle.referred-to',
  title: 'A record that others refer to cannot be deleted',
  fails: '{accepts} the delete of a record that others refer to: {status}',
  explain: 'Deleting it would leave records that point to nothing.',
  covers: [],
});
