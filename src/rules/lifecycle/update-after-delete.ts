import { refusalRule } from '../refused.ts';

export const updateAfterDelete = refusalRule({
  id: 'lifecycle.update-after-delete',
  title: 'A deleted record cannot be changed',
  fails: '{accepts} an update of a deleted record: {status}',
  explain: 'The record was deleted a moment ago. An update that succeeds writes to what is gone, or brings it back.',
  covers: ['E06'],
});
