import { refusalRule } from '../refused.ts';

export const unknownEncoding = refusalRule({
  id: 'media.unknown-encoding',
  title: 'A body in an unknown coding is refused',
  explain: 'The Content-Encoding names a coding that nobody knows.',
  covers: ['C07'],
});
