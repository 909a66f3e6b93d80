import { refusalRule } from '../refused.ts';

export const keyUrl = refusalRule({
  id: 'token.key-url',
  title: 'An assertion that brings its own key is refused',
  fails: '{accepts} an assertion that brings its own key ({key}): {status}',
  explain: 'The header names a key of the sender’s choice; the key must come from the registration.',
  covers: ['J12'],
});
