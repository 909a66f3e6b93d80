import { acceptanceRule } from '../accepted.ts';

/** RFC 9110 §12.4.1: without the field the sender has no preference. A definition; no keyword binds the server. */
export const acceptAbsent = acceptanceRule({
  id: 'media.accept-absent',
  title: 'A request without Accept is served',
  fails: '{refuses} a request without Accept: {status}',
  explain: 'A client that says nothing of what it accepts takes anything.',
  requirement: 'http.accept-any',
  covers: ['C06'],
});
