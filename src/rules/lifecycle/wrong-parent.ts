import { refusalRule } from '../refused.ts';

export const wrongParent = refusalRule({
  id: 'lifecycle.wrong-parent',
  title: 'A record is not reachable through another parent',
  fails: '{accepts} a record below another parent: {status}',
  explain:
    'The record exists, but under another parent. Finding it here means that the parent in the path is not checked.',
  covers: ['E13'],
});
