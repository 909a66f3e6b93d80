import { header } from '../../record/headers.ts';
import { finding } from '../evidence.ts';
import type { Finding } from '../model.ts';
import { pageNumber } from './page-number.ts';
import { pageRule } from './page-rule.ts';

export const headers = pageRule(
  {
    id: 'page.headers',
    title: 'Every page says where it stands',
    fails: 'does not say on every page where it stands: {where} is {actual}',
    explain:
      'With paging enabled, the headers carry the current, next and previous page number and the total of pages.',
    covers: [],
  },
  (list, params) =>
    list.flatMap((page, index) => {
      const { current, next, previous, total } = params.headers;
      const number = (name: string): readonly Finding[] =>
        pageNumber(page, name) === undefined
          ? [finding(page.exchange, `header ${name}`, 'a page number', header(page.response, name) ?? 'absent')]
          : [];
      const wrongCurrent = pageNumber(page, current) !== undefined && pageNumber(page, current) !== index + 1;
      return [
        ...number(current),
        ...(wrongCurrent
          ? [finding(page.exchange, `header ${current}`, String(index + 1), header(page.response, current) ?? '')]
          : []),
        ...number(total),
        ...(index < list.length - 1 ? number(next) : []),
        ...(index > 0 ? number(previous) : []),
      ];
    }),
);
