import { acceptanceRule } from '../accepted.ts';

export const unicode = acceptanceRule({
  id: 'input.unicode',
  title: 'Letters beyond ASCII are accepted',
  fails: '{refuses} letters beyond ASCII in {field}: {status}',
  explain: 'Names have accents and other scripts.',
  covers: ['F04'],
});
