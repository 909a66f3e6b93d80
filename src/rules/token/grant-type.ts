import { refusalRule } from '../refused.ts';

export const grantType = refusalRule({
  id: 'token.grant-type',
  title: 'An unknown grant type is refused',
  fails: '{accepts} an unknown grant type: {status}',
  explain: 'The grant type is not the JWT bearer grant.',
  covers: [],
});
