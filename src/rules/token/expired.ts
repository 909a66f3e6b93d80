import { refusalRule } from '../refused.ts';

export const expired = refusalRule({
  id: 'token.expired',
  title: 'An expired assertion is refused',
  explain: 'It expired longer ago than any tolerated clock difference.',
  covers: ['J04'],
});
