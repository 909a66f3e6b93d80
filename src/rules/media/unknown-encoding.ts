import { refusalRule } from '../refused.ts';

export const unknownEncoding = refusalRule({
  id: 'media.unknown-encoding',
  title: 'A body in an unknown coding is refused',
  fails: '{accepts} a body in an unknown coding: {status}',
  explain: 'The Content-Encoding names a coding that nobody knows.',
  covers: ['C07'],
});
