import { refusalRule } from '../refused.ts';

export const otherAlgorithm = refusalRule({
  id: 'token.other-algorithm',
  title: 'An assertion of another algorithm is refused',
  fails: '{accepts} an assertion of another algorithm ({key}): {status}',
  explain: 'The right key, but an algorithm other than the one the documents name.',
  covers: ['J02'],
});
