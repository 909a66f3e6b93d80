import { refusalRule } from '../refused.ts';

export const notYetValid = refusalRule({
  id: 'access.not-yet-valid',
  title: 'A token that is not yet valid is refused',
  fails: '{accepts} a token that is not yet valid: {status}',
  explain: 'A token whose time has not come. It is right in every other way.',
  covers: ['J06'],
});
