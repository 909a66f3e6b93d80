import { refusalRule } from '../refused.ts';

export const assertion = refusalRule({
  id: 'access.assertion',
  title: 'An assertion is no access token',
  fails: '{accepts} an assertion as access token: {status}',
  explain:
    'The assertion that the identity provider gives a token for is sent as if it were that token. It is signed by a device and meant for the identity provider; a service that takes it has not looked at who made the token.',
  requirement: 'http.jwt.audience',
  covers: ['J11', 'J09'],
});
