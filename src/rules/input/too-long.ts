import { refusalRule } from '../refused.ts';

export const tooLong = refusalRule({
  id: 'input.too-long',
  title: 'A text is one character too long',
  fails: '{accepts} a value for {field} that is one character too long: {status}',
  explain: 'One more character than the declared length. Storing it cut short loses data without a word.',
  covers: ['F03'],
});
