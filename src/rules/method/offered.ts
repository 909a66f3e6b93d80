/** The judgement of conventions that a method is answered with a success. */
import { isSuccessful } from '../../record/success.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, isJudgement, judged } from '../evidence.ts';
import { statusFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { STEP_PARAMS, type StepParams } from '../step-params.ts';

function judge(params: StepParams, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const { status } = found.response;
  return judged(isSuccessful(status) ? [] : [statusFinding(found.exchange, [], { expected: 'a success' })]);
}

export const offered = caseRule(
  {
    id: 'method.offered',
    title: 'A method is answered',
    fails: 'does not answer the method: {status}',
    explain:
      'HTTP leaves it to a service which methods it offers, and this one says that it has the method: it is answered with a success.',
    covers: [],
  },
  STEP_PARAMS,
  judge,
);
