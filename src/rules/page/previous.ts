import { header } from '../../record/headers.ts';
import { finding } from '../evidence.ts';
import { endText, isEnd, pageNumber } from './page-number.ts';
import { pageRule } from './page-rule.ts';

export const previous = pageRule(
  {
    id: 'page.previous',
    title: 'The previous page number leads back',
    fails: 'names a wrong previous page: {actual} instead of {expected}',
    explain: 'Each page but the first names the one before it, and the first names none.',
    covers: ['I08'],
  },
  (list, params) =>
    list.flatMap((page, index) => {
      const name = params.headers.previous;
      const shown = header(page.response, name) ?? 'absent';
      if (index === 0)
        return isEnd(page, name, params.ends)
          ? []
          : [finding(page.exchange, `header ${name}`, `${endText(params.ends)} on the first page`, shown)];
      return pageNumber(page, name) === index ? [] : [finding(page.exchange, `header ${name}`, String(index), shown)];
    }),
);
