import { finding } from '../evidence.ts';
import { pageRule } from './page-rule.ts';

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
      // Where the end shows by an empty page, the one before it is the last with records.
      const last =
        after.length === 0 || (params.style.ends === 'empty-page' && after.every(({ uids }) => uids.length === 0));
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
