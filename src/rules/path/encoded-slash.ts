import { refusalRule } from '../refused.ts';

export const encodedSlash = refusalRule({
  id: 'path.encoded-slash',
  title: 'An encoded slash separates nothing',
  fails: '{accepts} an encoded slash as a separator: {status}',
  explain:
    'A slash of the path is percent-encoded, so that it belongs to the segment. A server that decodes before it separates serves a path that access rules did not see.',
  convention: true,
  covers: ['B09'],
});
