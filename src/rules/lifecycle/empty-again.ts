import { acceptanceRule } from '../accepted.ts';

export const emptyAgain = acceptanceRule({
  id: 'lifecycle.empty-again',
  title: 'Emptying what is empty succeeds',
  fails: '{refuses} the emptying of what is empty: {status}',
  explain: 'Removing the parts of a record a second time changes nothing and is no fault.',
  covers: ['E05'],
});
