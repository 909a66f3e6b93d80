import { acceptanceRule } from '../accepted.ts';

export const leapDay = acceptanceRule({
  id: 'input.leap-day',
  title: 'A leap day is accepted',
  fails: '{refuses} a leap day for {field}: {status}',
  explain: 'The twenty-ninth of February of a leap year is a date like any other.',
  covers: ['F08'],
});
