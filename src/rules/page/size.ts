import type { PageStyle } from '../../record/paging/model.ts';
import { isRandom } from '../../record/paging/styles.ts';
import { finding } from '../evidence.ts';
import { isCut } from '../cut.ts';
import { pageRule } from './page-rule.ts';

/** Whether an empty page may come after the last with records: where the end shows by it, and where a page knows no more than the way to the next. */
function mayEndEmpty(style: PageStyle): boolean {
  return style.ends === 'empty-page' || !isRandom(style);
}

export const size = pageRule(
  {
    id: 'page.size',
    title: 'Pages have the size that was asked for',
    fails: 'serves pages of another size than asked: {actual} instead of {expected}',
    explain: 'Every page but the last is full; only the last may be short.',
    covers: ['I03'],
  },
  (list, params) => {
    // The first page after which no record comes.
    const end = mayEndEmpty(params.style) ? list.findLastIndex(({ uids }) => uids.length > 0) : list.length - 1;
    const wasCut = isCut(list);
    return list.flatMap((page, index) => {
      const last = !wasCut && (index >= end || index === list.length - 1);
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
    });
  },
);
