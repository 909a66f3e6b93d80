import { acceptanceRule } from '../accepted.ts';

export const boundary = acceptanceRule({
  id: 'token.boundary',
  title: 'An assertion at its limits is accepted',
  fails: '{refuses} an assertion at its limits ({key}): {status}',
  explain:
    'The assertion lives as long as is allowed, or was made a while ago and has not expired. Refusing it is an off-by-one, or a rule that no document has.',
  covers: ['J04', 'J07'],
});
