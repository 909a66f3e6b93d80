import { refusalRule } from '../refused.ts';

export const otherIssuer = refusalRule({
  id: 'access.other-issuer',
  title: 'A token of another issuer is refused',
  fails: '{accepts} a token of another issuer: {status}',
  explain: 'A token that is signed with the right key and names another issuer: one key may sign for several.',
  requirement: 'http.jwt.issuer',
  covers: ['J09'],
});
