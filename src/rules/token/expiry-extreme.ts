import { refusalRule } from '../refused.ts';

export const expiryExtreme = refusalRule({
  id: 'token.expiry-extreme',
  title: 'An expiry out of all bounds is refused',
  explain: 'The expiry is negative, or so far away that it is none.',
  covers: ['J05'],
});
