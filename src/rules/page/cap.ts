import { finding } from '../evidence.ts';
import { pageRule } from './page-rule.ts';

export const cap = pageRule(
  {
    id: 'page.cap',
    title: 'No page has more records than the cap',
    fails: 'serves more records on a page than the cap: {actual} instead of {expected}',
    explain: 'The specification limits the records of one call.',
    // Where a header is called otherwise, paging is not asked for, and no more may come.
    whatever: ['/pagination'],
    covers: ['I03'],
  },
  (list, params) =>
    list
      .filter((page) => page.uids.length > (params.cap ?? params.size))
      .map((page) =>
        finding(page.exchange, 'body records', `at most ${params.cap ?? params.size}`, String(page.uids.length)),
      ),
);
