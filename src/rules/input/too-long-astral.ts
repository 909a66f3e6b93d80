import { refusalRule } from '../refused.ts';

export const tooLongAstral = refusalRule({
  id: 'input.too-long-astral',
  title: 'One character too many is one too many in any script',
  fails: '{accepts} a value for {field} that is one character too long in another script: {status}',
  explain: 'A text with one character more than the declared length, all of them outside the basic plane.',
  covers: ['F03'],
});
