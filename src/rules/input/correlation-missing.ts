import { refusalRule } from '../refused.ts';

export const correlationMissing = refusalRule({
  id: 'input.correlation-missing',
  title: 'An item without a correlation id is refused',
  fails: '{accepts} an item without a correlation id: {status}',
  explain: 'The envelope asks for a correlation id.',
  covers: ['F02'],
});
