import { refusalRule } from '../refused.ts';

export const beforeId = refusalRule({
  id: 'access.before-id',
  title: 'Who calls is judged before what is asked for',
  fails: 'looks for the record before it asks who calls: {status}',
  explain:
    'A call without a token asks for a record that does not exist. An answer of “not found” tells strangers which records there are.',
  covers: ['G13'],
});
