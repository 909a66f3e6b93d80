import { refusalRule } from '../refused.ts';

export const headerMissing = refusalRule({
  id: 'token.header-missing',
  title: 'An assertion without a header parameter is refused',
  fails: '{accepts} an assertion whose header has no {key}: {status}',
  explain: 'A parameter of the JWT header that the documents name is left out.',
  covers: ['J12'],
});
