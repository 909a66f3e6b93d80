import { header } from '../../record/headers.ts';
import { finding } from '../evidence.ts';
import { pageNumber } from './page-number.ts';
import { pageRule } from './page-rule.ts';

export const total = pageRule(
  {
    id: 'page.total',
    title: 'The total of pages agrees with the records',
    fails: 'counts the pages wrongly: {actual} instead of {expected}',
    explain: 'Records divided by the page size, rounded up, on every page of the walk.',
    covers: ['I02'],
  },
  (list, params) => {
    const records = list.reduce((sum, page) => sum + page.uids.length, 0);
    const wanted = records === 0 ? [0, 1] : [Math.ceil(records / params.size)];
    return list
      .filter((page) => !wanted.includes(pageNumber(page, params.headers.total) ?? -1))
      .map((page) =>
        finding(
          page.exchange,
          `header ${params.headers.total}`,
          `${wanted.join(' or ')} for ${records} records`,
          header(page.response, params.headers.total) ?? 'absent',
        ),
      );
  },
);
