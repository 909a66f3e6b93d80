import { refusalRule } from '../refused.ts';

export const correlationType = refusalRule({
  id: 'input.correlation-type',
  title: 'A correlation id that is no text is refused',
  fails: '{accepts} a correlation id that is no text: {status}',
  explain: 'The correlation id is a string.',
  covers: ['F02'],
});
