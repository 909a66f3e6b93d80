import { refusalRule } from '../refused.ts';

export const doubledSlash = refusalRule({
  id: 'path.doubled-slash',
  title: 'A doubled slash is another path',
  fails: '{accepts} a path with a doubled slash: {status}',
  explain:
    'A path with an empty segment is not declared. Servers that merge slashes let it past access rules that are written for the single one.',
  convention: true,
  covers: ['B09'],
});
