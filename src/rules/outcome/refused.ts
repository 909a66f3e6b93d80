import { refusalRule } from '../refused.ts';

export const refused = refusalRule({
  id: 'outcome.refused',
  title: 'A faulty request is refused for its fault',
  fails: '{accepts} a faulty request: {status}',
  explain:
    'The same request without the one fault was accepted in this run. The form of the refusal is a check of its own.',
  covers: ['F14'],
});
