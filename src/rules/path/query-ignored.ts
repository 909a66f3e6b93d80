import { acceptanceRule } from '../accepted.ts';

export const queryIgnored = acceptanceRule({
  id: 'query.ignored',
  title: 'An unknown query parameter is ignored',
  fails: '{refuses} an unknown query parameter: {status}',
  explain:
    'Parameters that the contract does not know, repeated, empty, or written like an array, change nothing. Links that were given a parameter by a mail client or a proxy go on working.',
  convention: true,
  covers: ['F07'],
});
