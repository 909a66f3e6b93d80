import { MASK } from '../../record/mask.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { STEP_PARAMS, type StepParams } from '../step-params.ts';

/** RFC 9110 §9.3.8: who answers a TRACE sends the request back, and SHOULD leave out fields that are likely to be secret. */
function judge(params: StepParams, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const { exchange, response } = found;
  const reflected = response.body.includes(MASK) || /^\s*(authorization|access-token)\s*:/im.test(response.body);
  return judged(
    reflected ? [finding(exchange, 'body', 'no field of the request that identifies the caller', response.body)] : [],
  );
}

export const trace = caseRule(
  {
    id: 'method.trace',
    title: 'TRACE brings no credentials back',
    fails: 'sends the credentials of a TRACE back: {actual}',
    explain:
      'TRACE sends the request back as it arrived. Fields that hold a secret are left out: scripts and logs that see the answer would else see the token.',
    requirement: 'http.trace',
    covers: ['B06'],
  },
  STEP_PARAMS,
  judge,
);
