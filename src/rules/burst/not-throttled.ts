import type { CaseEvidence } from '../../exchange/model.ts';
import { answered, finding, isJudgement, judged } from '../evidence.ts';
import type { CaseRule, Judgement } from '../model.ts';
import { STEP_PARAMS } from '../step-params.ts';

function judge(params: { readonly step: string }, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  return judged((evidence[params.step] ?? []).filter((e) => e.response?.status === 429).map((e) => finding(e, 'status', 'not 429', '429')));
}

export const notThrottled = {
  id: 'burst.not-throttled',
  kind: 'case',
  title: 'A burst of calls is not throttled',
  explain: 'The plan has no limits, so many calls at once must all be served.',
  covers: ['K07'],
  params: STEP_PARAMS,
  judge: judge as CaseRule['judge'],
} as const satisfies CaseRule;
