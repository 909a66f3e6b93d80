import { isNoPage, noPage } from '../../record/paging/end.ts';
import { spotName } from '../../record/paging/places.ts';
import { finding } from '../evidence.ts';
import { pageRule } from './page-rule.ts';
import { askedAt, misled, told } from './shown.ts';

export const previous = pageRule(
  {
    id: 'page.previous',
    title: 'The previous page leads back',
    fails: 'names a wrong previous page: {actual} instead of {expected}',
    explain: 'Each page but the first names the one before it, and the first names none.',
    covers: ['I08'],
  },
  (list, { style, size }) => {
    const { previous: spot, ends } = style;
    if (spot === undefined) return [];
    const none = noPage(ends) ?? 'absent';
    return list.flatMap((page, index) => {
      if (index === 0)
        return isNoPage(page.seen, spot, none)
          ? []
          : [
              finding(
                page.exchange,
                spotName(spot),
                `${none === 'zero' ? '0' : none} on the first page`,
                told(page, spot),
              ),
            ];
      return misled(page, style, spot, askedAt(list, index, style, size) - 1, size);
    });
  },
);
