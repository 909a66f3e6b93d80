import { acceptanceRule } from '../accepted.ts';

export const unicode = acceptanceRule({
  id: 'input.unicode',
  title: 'Letters beyond ASCII are accepted',
  explain: 'Names have accents and other scripts.',
  covers: ['F04'],
});
