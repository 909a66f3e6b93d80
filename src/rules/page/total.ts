import { counted } from '../../record/counted.ts';
import type { Judgement } from '../model.ts';
import { filledUids } from './filled-uids.ts';
import { isCut, notToTheEnd } from '../cut.ts';
import { ofUnchanged, pageRule } from './page-rule.ts';
import { numberAt, otherNumber } from './shown.ts';

export const total = pageRule(
  {
    id: 'page.total',
    title: 'The total agrees with the records',
    fails: 'counts wrongly what there is: {actual} instead of {expected}',
    explain:
      'On every page of the walk: the number of records, or, where pages are counted, that number divided by the page size and rounded up.',
    covers: ['I02'],
    quiet: true,
  },
  ofUnchanged((list, params, evidence) => {
    const { shared, size } = params;
    const { total: spot } = params.style;
    if (spot === undefined) return [];
    // What was made is known, whatever the walk brought of it; where others have records in it, only what it brought is.
    const made = shared === false ? filledUids(params, evidence) : undefined;
    if (made !== undefined && !Array.isArray(made)) return made as Judgement;
    if (made === undefined && isCut(list)) return notToTheEnd(list);
    const records = made?.length ?? list.reduce((sum, page) => sum + page.uids.length, 0);
    const pages: readonly number[] = records === 0 ? (params.pagesOfNone ?? [0, 1]) : [Math.ceil(records / size)];
    const right = spot.counts === 'records' ? [records] : pages;
    return list
      .filter((page) => !right.includes(numberAt(page, spot) ?? -1))
      .map((page) =>
        otherNumber(
          page,
          spot,
          Math.max(...right),
          `${right.join(' or ')} ${spot.counts} for ${counted(records, 'record')}`,
        ),
      );
  }),
);
