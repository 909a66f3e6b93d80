import { acceptanceRule } from '../accepted.ts';

export const clamped = acceptanceRule({
  id: 'page.clamped',
  title: 'A size above the cap is served with the cap',
  fails: '{refuses} a size above the cap: {status}',
  explain: 'The size is reduced to the cap.',
  covers: ['I05'],
});
