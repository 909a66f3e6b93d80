import { listField } from '../../record/headers.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { STEP_PARAMS, type StepParams } from '../step-params.ts';

function judge(params: StepParams, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const value = listField(found.response, 'cache-control');
  return judged(
    /(^|[\s,])no-store($|[\s,])/i.test(value ?? '')
      ? []
      : [finding(found.exchange, 'header cache-control', 'no-store', value)],
  );
}

export const noStore = caseRule(
  {
    id: 'token.no-store',
    title: 'A token is not to be stored by caches',
    fails: 'lets caches keep a token: {actual} instead of {expected}',
    explain: 'An answer that holds a token says `cache-control: no-store`.',
    source: 'RFC 6749 §5.1',
    requirement: 'http.token-no-store',
    covers: ['K06'],
  },
  STEP_PARAMS,
  judge,
);
