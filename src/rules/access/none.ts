import { refusalRule } from '../refused.ts';

export const none = refusalRule({
  id: 'access.none',
  title: 'A call without a token is refused',
  fails: '{accepts} a call without a token: {status}',
  explain: 'No access token is sent at all.',
  covers: ['G01', 'G14'],
});
