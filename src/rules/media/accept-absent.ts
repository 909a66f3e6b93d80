import { acceptanceRule } from '../accepted.ts';

export const acceptAbsent = acceptanceRule({
  id: 'media.accept-absent',
  title: 'A request without Accept is served',
  fails: '{refuses} a request without Accept: {status}',
  explain: 'A client that says nothing of what it accepts takes anything.',
  requirement: 'http.accept-any',
  covers: ['C06'],
});
