import { finding } from '../evidence.ts';
import { pageRule } from './page-rule.ts';

export const pastTheEnd = pageRule(
  {
    id: 'page.past-the-end',
    title: 'A page past the end is empty',
    fails: 'answers a page past the end otherwise than with an empty list: {actual}',
    explain: 'There is nothing there, and asking is no fault.',
    covers: ['I07'],
  },
  (list) =>
    list
      .filter((page) => page.uids.length > 0)
      .map((page) => finding(page.exchange, 'body records', 'none past the end', String(page.uids.length))),
);
