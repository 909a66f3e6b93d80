import { refusalRule } from '../refused.ts';

export const duplicateClaim = refusalRule({
  id: 'token.duplicate-claim',
  title: 'An assertion with a claim twice is refused',
  fails: '{accepts} an assertion with a claim twice: {status}',
  explain: 'Two systems could read two different values.',
  covers: ['J14'],
});
