import { refusalRule } from '../refused.ts';

/** RFC 7519 §4.1.3: who does not find itself in a present `aud` MUST reject the JWT; an assertion is for the identity provider. */
export const assertion = refusalRule({
  id: 'access.assertion',
  title: 'An assertion is no access token',
  fails: '{accepts} an assertion as access token: {status}',
  explain:
    'The assertion that the identity provider gives a token for is sent as if it were that token. It is signed by a device and meant for the identity provider; a service that takes it has not looked at who made the token.',
  requirement: 'http.jwt.audience',
  covers: ['J11', 'J09'],
});
