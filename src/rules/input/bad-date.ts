import { refusalRule } from '../refused.ts';

export const badDate = refusalRule({
  id: 'input.bad-date',
  title: 'A date does not exist',
  fails: '{accepts} the thirtieth of February for {field}: {status}',
  explain: 'The thirtieth of February has the form of a date and is none.',
  covers: ['F08'],
});
