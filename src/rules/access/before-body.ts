import { refusalRule } from '../refused.ts';

export const beforeBody = refusalRule({
  id: 'access.before-body',
  title: 'Who calls is judged before what is sent',
  fails: 'reads the body before it asks who calls: {status}',
  explain:
    'A call without a token has a body that is not JSON. A service that reads bodies of strangers shows them its rules, and does work for them.',
  covers: ['G13', 'G14'],
});
