import { spotName } from '../../record/paging/places.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { finding, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, type ParamsOf } from '../params.ts';
import { spotOf, totalsOf, TWICE } from './total-place.ts';

/** The page is asked for by another organisation, before and after records were made. */
const PARAMS = object(TWICE);

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const totals = totalsOf(params, evidence);
  if (isJudgement(totals)) return totals;
  const { was, is, after } = totals;
  return judged(was === is ? [] : [finding(after, spotName(spotOf(params.total)), was ?? 'absent', is)]);
}

export const ownAlone = caseRule(
  {
    id: 'page.own-alone',
    title: 'The total counts what the caller may see',
    fails: 'counts records that the caller may not see: {actual} instead of {expected}',
    explain:
      'Another organisation asks for the number of pages before and after records of ours are made: it does not change. A total over everybody’s records tells others how much there is.',
    covers: ['I15'],
    quiet: true,
  },
  PARAMS,
  judge,
);
