import { judgeNoHeaders } from './absent-headers.ts';
import { pageRule } from './page-rule.ts';

export const noHeaders = pageRule(
  {
    id: 'page.no-headers',
    title: 'Without paging there are no page headers',
    explain: 'Page headers that were not asked for make clients believe that paging is on.',
    covers: [],
  },
  judgeNoHeaders,
);
