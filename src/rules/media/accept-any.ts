import { acceptanceRule } from '../accepted.ts';

/** RFC 9110 §12.5.1 defines what the wildcards mean, and §12.4.1 lets a server disregard a field of negotiation; no keyword binds it. */
export const acceptAny = acceptanceRule({
  id: 'media.accept-any',
  title: 'Any Accept that allows JSON is served',
  fails: '{refuses} an Accept that allows JSON: {status}',
  explain: '`*/*` and `application/*` allow JSON.',
  requirement: 'http.accept-any',
  covers: ['C06'],
});
