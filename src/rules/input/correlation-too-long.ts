import { refusalRule } from '../refused.ts';

export const correlationTooLong = refusalRule({
  id: 'input.correlation-too-long',
  title: 'A correlation id that is too long is refused',
  fails: '{accepts} a correlation id that is too long: {status}',
  explain: 'One more character than the declared length.',
  covers: ['F03'],
});
