import { refusalRule } from '../refused.ts';

export const emptyBody = refusalRule({
  id: 'input.empty-body',
  title: 'An empty body is refused',
  fails: '{accepts} an empty body: {status}',
  explain: 'The operation needs a body and gets none.',
  covers: ['F01'],
});
