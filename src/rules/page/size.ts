import type { PageStyle } from '../../record/paging/model.ts';
import { finding } from '../evidence.ts';
import { isCut, pageRule } from './page-rule.ts';

/** Whether an empty page may come after the last with records: where the end shows by it, and where a page knows no more than the way to the next. */
function mayEndEmpty({ ends, style }: PageStyle): boolean {
  return ends === 'empty-page' || style === 'cursor' || style === 'link';
}

export const size = pageRule(
  {
    id: 'page.size',
    title: 'Pages have the size that was asked for',
    fails: 'serves pages of another size than asked: {actual} instead of {expected}',
    explain: 'Every page but the last is full; only the last may be short.',
    covers: ['I03'],
  },
  (list, params) =>
    list.flatMap((page, index) => {
      const after = list.slice(index + 1);
      const isEnd = after.length === 0 || (mayEndEmpty(params.style) && after.every(({ uids }) => uids.length === 0));
      const last = isEnd && !isCut(list);
      const count = page.uids.length;
      const right = last ? count <= params.size : count === params.size;
      return right
        ? []
        : [
            finding(
              page.exchange,
              'body records',
              last ? `at most ${params.size}` : `exactly ${params.size}, since more follow`,
              String(count),
            ),
          ];
    }),
);
