import { refusalRule } from '../refused.ts';

export const beforeId = refusalRule({
  id: 'access.before-id',
  title: 'Who calls is judged before what is asked for',
  explain: 'A call without a token asks for a record that does not exist. An answer of “not found” tells strangers which records there are.',
  covers: ['G13'],
});
