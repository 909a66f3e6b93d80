import { refusalRule } from '../refused.ts';

export const lifetime = refusalRule({
  id: 'token.lifetime',
  title: 'An assertion that lives too long is refused',
  fails: '{accepts} an assertion that lives too long: {status}',
  explain: 'It expires later than the longest lifetime allowed.',
  covers: ['J04'],
});
