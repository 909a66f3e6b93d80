import { refusalRule } from '../refused.ts';

export const beforeMediaType = refusalRule({
  id: 'access.before-media-type',
  title: 'Who calls is judged before the media type',
  fails: 'looks at the media type before it asks who calls: {status}',
  explain:
    'A call without a token has a body in another media type. Strangers are told that they are strangers, and nothing else.',
  covers: ['G13'],
});
