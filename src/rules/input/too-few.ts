import { refusalRule } from '../refused.ts';

export const tooFew = refusalRule({
  id: 'input.too-few',
  title: 'A list with too few entries is refused',
  fails: '{accepts} too few entries in {field}: {status}',
  explain: 'The list has fewer entries than declared, such as none where one is needed.',
  covers: ['F03'],
});
