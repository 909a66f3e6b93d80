import { refusalRule } from '../refused.ts';

export const mediaType = refusalRule({
  id: 'token.media-type',
  title: 'A token request in another media type is refused',
  fails: '{accepts} a token request in another media type: {status}',
  explain: 'The parameters are sent as JSON instead of as a form.',
  covers: ['C01'],
});
