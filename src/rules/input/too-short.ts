import { refusalRule } from '../refused.ts';

export const tooShort = refusalRule({
  id: 'input.too-short',
  title: 'A text is too short',
  fails: '{accepts} a value for {field} that is too short: {status}',
  explain: 'Fewer characters than declared, such as an empty text for a required member.',
  covers: ['F03'],
});
