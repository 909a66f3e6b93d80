import { refusalRule } from '../refused.ts';

export const none = refusalRule({
  id: 'access.none',
  title: 'A call without a token is refused',
  explain: 'No access token is sent at all.',
  covers: ['G01', 'G14'],
});
