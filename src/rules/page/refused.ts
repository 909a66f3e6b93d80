import { refusalRule } from '../refused.ts';

export const refused = refusalRule({
  id: 'page.refused',
  title: 'A page or size that is no positive number is refused',
  fails: '{accepts} a page or size that is no positive number ({key}): {status}',
  explain: 'Zero, negative numbers and words are no page and no size.',
  covers: ['I05', 'F07'],
});
