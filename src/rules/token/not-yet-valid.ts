import { refusalRule } from '../refused.ts';

export const notYetValid = refusalRule({
  id: 'token.not-yet-valid',
  title: 'An assertion that is not yet valid is refused',
  fails: '{accepts} an assertion that is not yet valid: {status}',
  explain: 'Its `nbf` lies further ahead than any tolerated clock difference.',
  covers: ['J06'],
});
