import { refusalRule } from '../refused.ts';

export const arrayForText = refusalRule({
  id: 'input.array-for-text',
  title: 'A list in place of a text is refused',
  fails: '{accepts} a list in place of the text {field}: {status}',
  explain:
    'A list that holds the one right text is not that text. Loosely typed services unpack it, and what validated the list has not validated the text.',
  covers: ['F02'],
});
