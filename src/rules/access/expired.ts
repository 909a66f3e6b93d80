import { refusalRule } from '../refused.ts';

export const expired = refusalRule({
  id: 'access.expired',
  title: 'An expired token is refused',
  fails: '{accepts} an expired token: {status}',
  explain:
    'A token that was right and whose time is over. Accepting it makes every token that ever leaked good for ever.',
  covers: ['J04'],
});
