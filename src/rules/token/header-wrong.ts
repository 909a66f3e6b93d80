import { refusalRule } from '../refused.ts';

export const headerWrong = refusalRule({
  id: 'token.header-wrong',
  title: 'An assertion with a wrong header parameter is refused',
  fails: '{accepts} an assertion with a wrong header parameter ({key}): {status}',
  explain: 'A parameter of the JWT header names something unknown.',
  covers: ['J12'],
});
