import { judgeNoHeaders } from './absent-headers.ts';
import { pageRule } from './page-rule.ts';

export const ignored = pageRule(
  {
    id: 'page.ignored',
    title: 'A list without paging ignores the paging headers',
    fails: 'sends page headers with a list that has no paging: {where} is {actual}',
    explain: 'Only the lists that offer paging answer with page headers.',
    covers: [],
  },
  judgeNoHeaders,
);
