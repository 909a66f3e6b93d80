import { refusalRule } from '../refused.ts';

export const issuedInFuture = refusalRule({
  id: 'token.issued-in-future',
  title: 'An assertion from the future is refused',
  fails: '{accepts} an assertion from the future: {status}',
  explain: 'It says that it was issued further ahead than any tolerated clock difference.',
  covers: ['J07'],
});
