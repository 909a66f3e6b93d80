import { refusalRule } from '../refused.ts';

export const trailingSlash = refusalRule({
  id: 'path.trailing-slash',
  title: 'A trailing slash is another path',
  fails: '{accepts} a path with a trailing slash: {status}',
  explain: 'The path with a slash at its end is not declared.',
  convention: true,
  covers: ['B09'],
});
