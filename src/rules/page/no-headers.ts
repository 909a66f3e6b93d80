/** Where paging is not asked for, or not offered, no page header is sent. */
import { header } from '../../record/headers.ts';
import { finding } from '../evidence.ts';
import { pageRule, type PageJudge } from './page-rule.ts';

const judge: PageJudge = (list, params) =>
  list.flatMap((page) =>
    Object.values(params.headers)
      .filter((name) => header(page.response, name) !== undefined)
      .map((name) => finding(page.exchange, `header ${name}`, 'absent', header(page.response, name) ?? '')),
  );

export const noHeaders = pageRule(
  {
    id: 'page.no-headers',
    title: 'Without paging there are no page headers',
    fails: 'sends page headers where paging was not asked for: {where} is {actual}',
    explain: 'Page headers that were not asked for make clients believe that paging is on.',
    covers: [],
  },
  judge,
);
