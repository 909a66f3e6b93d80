import { counted } from '../../record/counted.ts';
import type { Json } from '../../record/json.ts';
import { show } from '../../record/json.ts';
import { finding, inconclusive } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { filledUids } from './filled-uids.ts';
import { pageRule } from './page-rule.ts';

/** Without paging: the first records of the collection, as many as the cap allows. */
export const notEnabled = pageRule(
  {
    id: 'page.not-enabled',
    title: 'Without paging the first records come, up to the cap',
    fails: 'does not bring the first records where paging was not asked for: {actual} instead of {expected}',
    explain: 'Exactly the first records of the collection, no more and no fewer.',
    // Where a header is called otherwise, paging is not asked for, and no more may come.
    whatever: ['/pagination'],
    covers: ['I04'],
  },
  (list, params, evidence) => {
    const all = filledUids(params, evidence);
    if (!Array.isArray(all)) return all as Judgement;
    const page = list[0];
    if (page === undefined) return inconclusive('the list was not fetched');
    const sorted = [...(all as readonly Json[])]
      .sort((a, b) => Number(a) - Number(b))
      .slice(0, params.usual ?? params.cap ?? Infinity);
    const same = sorted.length === page.uids.length && sorted.every((uid, i) => page.uids[i] === uid);
    return same
      ? []
      : [
          finding(
            page.exchange,
            'body records',
            `the first ${counted(sorted.length, 'record')} of ${all.length}`,
            `${counted(page.uids.length, 'record')}, from ${show(page.uids[0])} to ${show(page.uids[page.uids.length - 1])}`,
            { asked: String(sorted.length), came: String(page.uids.length) },
          ),
        ];
  },
);
