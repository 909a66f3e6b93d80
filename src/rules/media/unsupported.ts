import { refusalRule } from '../refused.ts';

export const unsupported = refusalRule({
  id: 'media.unsupported',
  title: 'A body in another media type is refused',
  explain: 'The body is the same, but its declared media type is not JSON.',
  covers: ['C01'],
});
