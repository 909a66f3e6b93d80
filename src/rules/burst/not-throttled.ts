import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, isJudgement, judged } from '../evidence.ts';
import { statusFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { STEP_PARAMS, type StepParams } from '../step-params.ts';

function judge(params: StepParams, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  return judged(
    (evidence[params.step] ?? [])
      .filter((e) => e.response?.status === 429)
      .map((e) => statusFinding(e, [], { expected: 'not 429' })),
  );
}

export const notThrottled = caseRule(
  {
    id: 'burst.not-throttled',
    title: 'A burst of calls is not throttled',
    fails: 'throttles a burst of calls with 429',
    explain: 'The plan has no limits, so many calls at once must all be served.',
    covers: ['K07'],
    judgesThrottling: true,
  },
  STEP_PARAMS,
  judge,
);
