import { refusalRule } from '../refused.ts';

export const malformedJson = refusalRule({
  id: 'input.malformed-json',
  title: 'A body that is not JSON is refused',
  fails: '{accepts} a body that is not JSON: {status}',
  explain: 'The body has a comma too many.',
  covers: ['F01'],
});
