import { acceptanceRule } from '../accepted.ts';

export const today = acceptanceRule({
  id: 'input.today',
  title: 'Today is not the future',
  fails: '{refuses} today for {field}: {status}',
  explain: 'The current date of the target’s calendar must be accepted. Refusing it is mostly a time-zone fault.',
  covers: ['F08'],
});
