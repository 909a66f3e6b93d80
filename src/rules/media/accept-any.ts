import { acceptanceRule } from '../accepted.ts';

export const acceptAny = acceptanceRule({
  id: 'media.accept-any',
  title: 'Any Accept that allows JSON is served',
  fails: '{refuses} an Accept that allows JSON: {status}',
  explain: '`*/*` and `application/*` allow JSON.',
  requirement: 'http.accept-any',
  covers: ['C06'],
});
