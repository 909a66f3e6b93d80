import { counted } from '../../record/counted.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import type { Json } from '../../record/json.ts';
import { show } from '../../record/json.ts';
import { isOrderedById, orderOf } from '../../record/paging/order.ts';
import { finding, inconclusive, isJudgement } from '../evidence.ts';
import { areInOrder, isBefore } from '../in-order.ts';
import type { Judgement } from '../model.ts';
import { filledUids } from './filled-uids.ts';
import { pageRule, pagesOfStep, type PageParams } from './page-rule.ts';

/** Without paging: the first records of the collection, as many as the cap allows. */
export const notEnabled = pageRule(
  {
    id: 'page.not-enabled',
    title: 'Without paging the first records come, up to the cap',
    fails: 'does not bring the first records where paging was not asked for: {actual} instead of {expected}',
    explain:
      'Exactly the first records of the collection, no more and no fewer. Which ones are the first is the list’s own affair where its pages come in another order than the contract has, which `page.order` tells.',
    // Where a header is called otherwise, paging is not asked for, and no more may come.
    whatever: ['/pagination'],
    covers: ['I04'],
    quiet: true,
  },
  (list, params, evidence) => {
    const all = collection(params, evidence);
    if (!Array.isArray(all)) return all as Judgement;
    const page = list[0];
    if (page === undefined) return inconclusive('the list was not fetched');
    const due = Math.min(all.length, params.usual ?? params.cap ?? Infinity);
    const came = page.uids.map(show);
    const wanted = (all as readonly Json[]).map(show);
    const known = new Set(wanted);
    const areFirst =
      isOrderedById(params.style) && !comesOtherwise(params, evidence)
        ? came.every((uid, index) => uid === wanted[index])
        : new Set(came).size === came.length && came.every((uid) => known.has(uid));
    return came.length === due && areFirst
      ? []
      : [
          finding(
            page.exchange,
            'body records',
            `the first ${counted(due, 'record')} of ${all.length}`,
            `${counted(came.length, 'record')}, from ${came[0] ?? 'absent'} to ${came.at(-1) ?? 'absent'}`,
            { asked: String(due), came: String(came.length) },
          ),
        ];
  },
);

/** Whether its pages bring the list in another order than the contract has: nobody knows then which records are the first. */
function comesOtherwise(params: PageParams, evidence: CaseEvidence): boolean {
  const { walk: step, style, shared } = params;
  const pages = shared === true || step === undefined ? undefined : pagesOfStep({ ...params, step }, evidence);
  if (pages === undefined || isJudgement(pages)) return false;
  return !areInOrder(pages, style);
}

/** The identifiers of all that there is, in the order that the list has. Where others have records in it, only what a walk brings is known. */
function collection(params: PageParams, evidence: CaseEvidence): readonly Json[] | Judgement {
  const { shared, walk: step, style } = params;
  if (shared === true && step !== undefined) {
    const pages = pagesOfStep({ ...params, step }, evidence);
    return isJudgement(pages) ? pages : pages.flatMap(({ uids }) => uids.map((uid) => uid ?? null));
  }
  const made = filledUids(params, evidence);
  if (isJudgement(made) || !isOrderedById(params.style)) return made;
  const ascending = made.toSorted((one, other) => (isBefore(one, other) ? -1 : 1));
  return orderOf(style)?.descending === true ? ascending.toReversed() : ascending;
}
