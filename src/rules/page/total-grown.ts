import { spotName } from '../../record/paging/places.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, inapplicable, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, COUNT, STEP, type ParamsOf } from '../params.ts';
import { spotOf, textAt, TOTAL } from './total-place.ts';

const PARAMS = object({
  /** The first page of one record, before and after so many were added. */
  before: STEP,
  after: STEP,
  added: COUNT,
  total: TOTAL,
});

/** With one record a page the number of pages is the number of records. */
function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const before = answered(evidence, params.before);
  if (isJudgement(before)) return before;
  const after = answered(evidence, params.after);
  if (isJudgement(after)) return after;
  const [was, is] = [textAt(before.response, params.total), textAt(after.response, params.total)];
  if (was === undefined || !/^\d+$/.test(was)) return inapplicable('nothing was counted before');
  const wanted = String(Number(was) + params.added);
  return judged(
    is === wanted
      ? []
      : [finding(after.exchange, spotName(spotOf(params.total)), `${wanted}: ${params.added} more than ${was}`, is)],
  );
}

export const totalGrown = caseRule(
  {
    id: 'page.total-grown',
    title: 'The total counts records that were just added',
    fails: 'does not count records that were added to a list: {actual} instead of {expected}',
    explain:
      'A list is counted, records are added to it, and it is counted again. A total that is remembered, or counted by night, sends a client home before the last page.',
    covers: ['I02'],
  },
  PARAMS,
  judge,
);
