import { refusalRule } from '../refused.ts';

export const expiryExtreme = refusalRule({
  id: 'token.expiry-extreme',
  title: 'An expiry out of all bounds is refused',
  fails: '{accepts} an expiry out of all bounds ({key}): {status}',
  explain: 'The expiry is negative, or so far away that it is none.',
  covers: ['J05'],
});
