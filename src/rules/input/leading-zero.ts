import { refusalRule } from '../refused.ts';

export const leadingZero = refusalRule({
  id: 'input.leading-zero',
  title: 'A number with a leading zero is no JSON',
  fails: '{accepts} a number with a leading zero in {field}: {status}',
  explain: '`012` is not a JSON number. A parser that takes it may take it for ten.',
  covers: ['F06', 'F01'],
});
