import { refusalRule } from '../refused.ts';

export const pattern = refusalRule({
  id: 'input.pattern',
  title: 'A text does not match its pattern',
  fails: '{accepts} a value for {field} that does not match its pattern: {status}',
  explain: 'The declared form of the text is broken in one character.',
  covers: ['F03'],
});
