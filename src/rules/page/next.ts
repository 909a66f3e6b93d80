import { counted } from '../../record/counted.ts';
import { endOf, noPage } from '../../record/paging/end.ts';
import { spotName } from '../../record/paging/places.ts';
import { finding } from '../evidence.ts';
import { isCut } from '../cut.ts';
import { pageRule } from './page-rule.ts';
import { askedAt, misled, told } from './shown.ts';

export const next = pageRule(
  {
    id: 'page.next',
    title: 'The next page leads through the walk and ends',
    fails: 'names a wrong next page: {actual} instead of {expected}',
    explain: 'Each page but the last names the one after it, and the last names none.',
    covers: ['I08'],
  },
  (list, { style, size }) => {
    const spot = style.next === undefined || 'last' in style.next ? undefined : style.next;
    return list.flatMap((page, index) => {
      if (index === list.length - 1 && !isCut(list)) {
        const { isShown, words } = endOf(style, page.seen);
        const place = spot === undefined || noPage(style.ends) === undefined ? 'walk' : spotName(spot);
        const shown = spot === undefined ? `${counted(page.uids.length, 'record')}` : told(page, spot);
        return isShown ? [] : [finding(page.exchange, place, `${words} on the last page`, shown)];
      }
      if (spot === undefined) return [];
      return misled(page, style, spot, askedAt(list, index, style, size) + 1, size);
    });
  },
);
