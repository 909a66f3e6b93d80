import { acceptanceRule } from '../accepted.ts';

export const usable = acceptanceRule({
  id: 'token.usable',
  title: 'The token that was granted opens the service',
  fails: '{refuses} the token that was just granted: {status}',
  explain:
    'The service is called with the access token of this very answer. A token that is well formed and refused is for another service, already over, or signed with a key that the service does not know.',
  covers: [],
});
