import { refusalRule } from '../refused.ts';

/** RFC 9068 §4: the issuer of an access token of its profile MUST be the one of the authorization server. Other services may trust several. */
export const otherIssuer = refusalRule({
  id: 'access.other-issuer',
  title: 'A token of another issuer is refused',
  fails: '{accepts} a token of another issuer: {status}',
  explain: 'A token that is signed with the right key and names another issuer: one key may sign for several.',
  requirement: 'http.jwt.issuer',
  covers: ['J09'],
});
