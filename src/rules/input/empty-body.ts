import { refusalRule } from '../refused.ts';

export const emptyBody = refusalRule({
  id: 'input.empty-body',
  title: 'An empty body is refused',
  explain: 'The operation needs a body and gets none.',
  covers: ['F01'],
});
