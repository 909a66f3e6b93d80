import { refusalRule } from '../refused.ts';

/** RFC 7519 §4.1.3: who does not find itself in a present `aud` MUST reject the JWT. Without `aud` nothing is asked. */
export const otherAudience = refusalRule({
  id: 'access.other-audience',
  title: 'A token for another service is refused',
  fails: '{accepts} a token for another service: {status}',
  explain: 'The token is good, but was asked for another service.',
  requirement: 'http.jwt.audience',
  covers: ['J20'],
});
