/** What holds where paging is not asked for, or not offered: nothing speaks of pages. */
import { shownAt, spotName } from '../../record/paging/places.ts';
import { finding } from '../evidence.ts';
import type { PageJudge } from './page-rule.ts';
import { told } from './shown.ts';

export const judgeNoHeaders: PageJudge = (list, { style: { current, next, previous, total } }) =>
  list.flatMap((page) =>
    [current, next, previous, total]
      .flatMap((spot) => (spot === undefined || 'last' in spot ? [] : [spot]))
      .filter((spot) => shownAt(page.seen, spot) !== undefined)
      .map((spot) => finding(page.exchange, spotName(spot), 'absent', told(page, spot))),
  );
