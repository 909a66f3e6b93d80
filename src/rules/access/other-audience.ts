import { refusalRule } from '../refused.ts';

export const otherAudience = refusalRule({
  id: 'access.other-audience',
  title: 'A token for another service is refused',
  fails: '{accepts} a token for another service: {status}',
  explain: 'The token is good, but was asked for another service.',
  requirement: 'http.jwt.audience',
  covers: ['J20'],
});
