/** What holds where paging is not asked for, or not offered: no page header is sent. */
import { header } from '../../record/headers.ts';
import { finding } from '../evidence.ts';
import type { PageJudge } from './page-rule.ts';

export const judgeNoHeaders: PageJudge = (list, params) =>
  list.flatMap((page) =>
    Object.values(params.headers)
      .filter((name) => header(page.response, name) !== undefined)
      .map((name) => finding(page.exchange, `header ${name}`, 'absent', header(page.response, name) ?? '')),
  );
