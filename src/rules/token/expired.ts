import { refusalRule } from '../refused.ts';

export const expired = refusalRule({
  id: 'token.expired',
  title: 'An expired assertion is refused',
  fails: '{accepts} an expired assertion: {status}',
  explain: 'It expired longer ago than any tolerated clock difference.',
  covers: ['J04'],
});
