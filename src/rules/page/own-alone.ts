import { spotName } from '../../record/paging/places.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, STEP, type ParamsOf } from '../params.ts';
import { spotOf, textAt, TOTAL } from './total-place.ts';

const PARAMS = object({
  /** The same page asked for by another organisation, before and after records were made. */
  before: STEP,
  after: STEP,
  total: TOTAL,
});

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const before = answered(evidence, params.before);
  if (isJudgement(before)) return before;
  const after = answered(evidence, params.after);
  if (isJudgement(after)) return after;
  const [wanted, shown] = [textAt(before.response, params.total), textAt(after.response, params.total)];
  return judged(
    wanted === shown ? [] : [finding(after.exchange, spotName(spotOf(params.total)), wanted ?? 'absent', shown)],
  );
}

export const ownAlone = caseRule(
  {
    id: 'page.own-alone',
    title: 'The total counts what the caller may see',
    fails: 'counts records that the caller may not see: {actual} instead of {expected}',
    explain:
      'Another organisation asks for the number of pages before and after records of ours are made: it does not change. A total over everybody’s records tells others how much there is.',
    covers: ['I15'],
  },
  PARAMS,
  judge,
);
