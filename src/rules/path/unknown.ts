import { refusalRule } from '../refused.ts';

export const unknown = refusalRule({
  id: 'path.unknown',
  title: 'An undeclared neighbour is not found',
  fails: '{accepts} a path that is not declared: {status}',
  explain: 'A path beside the declared ones must not answer.',
  convention: true,
  covers: ['B08', 'B12'],
});
