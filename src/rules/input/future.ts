import { refusalRule } from '../refused.ts';

export const future = refusalRule({
  id: 'input.future',
  title: 'A date in the future is refused',
  fails: '{accepts} a date in the future for {field}: {status}',
  explain: 'The date lies two days ahead, so that no time zone makes it today.',
  covers: ['F08'],
});
