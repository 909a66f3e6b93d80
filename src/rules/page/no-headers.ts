/** Where paging is not asked for, or not offered, no page header is sent. */
import { shownAt, spotName } from '../../record/paging/places.ts';
import { finding } from '../evidence.ts';
import { pageRule, type PageJudge } from './page-rule.ts';
import { told } from './shown.ts';

const judge: PageJudge = (list, { style: { current, next, previous, total } }) =>
  list.flatMap((page) =>
    [current, next, previous, total]
      .flatMap((spot) => (spot === undefined || 'last' in spot ? [] : [spot]))
      .filter((spot) => shownAt(page.seen, spot) !== undefined)
      .map((spot) => finding(page.exchange, spotName(spot), 'absent', told(page, spot))),
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
