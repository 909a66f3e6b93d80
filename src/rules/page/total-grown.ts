import { spotName } from '../../record/paging/places.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { finding, inapplicable, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, COUNT, type ParamsOf } from '../params.ts';
import { spotOf, totalsOf, TWICE } from './total-place.ts';

const PARAMS = object(
  {
    /** The first page of one record, before and after so many were added or deleted. */
    ...TWICE,
  },
  { added: COUNT, deleted: COUNT },
);

/** With one record a page the number of pages is the number of records. */
function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const totals = totalsOf(params, evidence);
  if (isJudgement(totals)) return totals;
  const { was, is, after } = totals;
  if (was === undefined || !/^\d+$/.test(was)) return inapplicable('nothing was counted before');
  const { added = 0, deleted = 0 } = params;
  const wanted = String(Number(was) + added - deleted);
  return judged(is === wanted ? [] : [finding(after, spotName(spotOf(params.total)), wanted, is)]);
}

export const totalGrown = caseRule(
  {
    id: 'page.total-grown',
    title: 'The total counts records that were just added',
    fails: 'does not count records that were added to a list: {actual} instead of {expected}',
    explain:
      'A list is counted, records are added to it, and it is counted again. A total that is remembered, or counted by night, sends a client home before the last page.',
    covers: ['I02'],
    quiet: true,
  },
  PARAMS,
  judge,
);
