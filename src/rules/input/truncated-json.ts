import { refusalRule } from '../refused.ts';

export const truncatedJson = refusalRule({
  id: 'input.truncated-json',
  title: 'A body that ends early is refused',
  fails: '{accepts} a body that ends early: {status}',
  explain: 'The last characters of the body are missing.',
  covers: ['F01'],
});
