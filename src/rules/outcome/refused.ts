import { refusalRule } from '../refused.ts';

export const refused = refusalRule({
  id: 'outcome.refused',
  title: 'A faulty request is refused for its fault',
  fails: '{accepts} a faulty request: {status}',
  explain: 'The same request without the one fault was accepted in this run. The refusal must have the declared status and its error must name the fault.',
  covers: ['F14'],
});
