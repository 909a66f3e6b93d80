import { judgeNoHeaders } from './absent-headers.ts';
import { pageRule } from './page-rule.ts';

export const noHeaders = pageRule(
  {
    id: 'page.no-headers',
    title: 'Without paging there are no page headers',
    fails: 'sends page headers where paging was not asked for: {where} is {actual}',
    explain: 'Page headers that were not asked for make clients believe that paging is on.',
    covers: [],
  },
  judgeNoHeaders,
);
