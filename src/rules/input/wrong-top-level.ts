import { refusalRule } from '../refused.ts';

export const wrongTopLevel = refusalRule({
  id: 'input.wrong-top-level',
  title: 'A body of another JSON kind is refused',
  fails: '{accepts} a body of another JSON kind ({key}): {status}',
  explain: 'An array where one object is asked for, or the reverse, or no structure at all.',
  covers: ['F01'],
});
