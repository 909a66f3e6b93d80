import { refusalRule } from '../refused.ts';

export const unsupported = refusalRule({
  id: 'media.unsupported',
  title: 'A body in another media type is refused',
  fails: '{accepts} a body in another media type ({key}): {status}',
  explain: 'The body is the same, but its declared media type is not JSON.',
  covers: ['C01'],
});
