import { header } from '../../record/headers.ts';
import { finding } from '../evidence.ts';
import { endText, isEnd, pageNumber } from './page-number.ts';
import { pageRule } from './page-rule.ts';

export const next = pageRule(
  {
    id: 'page.next',
    title: 'The next page number leads through the walk and ends',
    fails: 'names a wrong next page: {actual} instead of {expected}',
    explain: 'Each page but the last names the one after it, and the last names none.',
    covers: ['I08'],
  },
  (list, params) =>
    list.flatMap((page, index) => {
      const name = params.headers.next;
      const shown = header(page.response, name) ?? 'absent';
      if (index === list.length - 1)
        return isEnd(page, name, params.ends)
          ? []
          : [finding(page.exchange, `header ${name}`, `${endText(params.ends)} on the last page`, shown)];
      return pageNumber(page, name) === index + 2
        ? []
        : [finding(page.exchange, `header ${name}`, String(index + 2), shown)];
    }),
);
