import { refusalRule } from '../refused.ts';

export const correlationSpaces = refusalRule({
  id: 'input.correlation-spaces',
  title: 'A correlation id with outer spaces is refused',
  fails: '{accepts} a correlation id with outer spaces: {status}',
  explain: 'The correlation id must not begin or end with a space.',
  covers: ['F03'],
});
