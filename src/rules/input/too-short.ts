import { refusalRule } from '../refused.ts';

export const tooShort = refusalRule({
  id: 'input.too-short',
  title: 'A text is too short',
  explain: 'Fewer characters than declared, such as an empty text for a required member.',
  covers: ['F03'],
});
