import { refusalRule } from '../refused.ts';

export const missing = refusalRule({
  id: 'media.missing',
  title: 'A body without a media type is refused',
  fails: '{accepts} a body without a media type: {status}',
  explain: 'The body has no Content-Type.',
  covers: ['C03'],
});
