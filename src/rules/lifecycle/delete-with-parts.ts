import { acceptanceRule } from '../accepted.ts';

export const deleteWithParts = acceptanceRule({
  id: 'lifecycle.delete-with-parts',
  title: 'A record is deleted with its parts',
  fails: '{refuses} the delete of a record that has parts: {status}',
  explain:
    'The record has a part of its own below it. Deleting it succeeds: the part goes with it and needs no delete of its own.',
  covers: ['E06'],
});
