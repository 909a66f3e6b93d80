/** The judgement of conventions that a method is answered with a success. */
import { isSuccessful } from '../../record/success.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule, type CaseRuleOf } from '../case-rule.ts';
import { answered, finding, isJudgement, judged } from '../evidence.ts';
import type { Judgement, RuleWords } from '../model.ts';
import { STEP_PARAMS, type StepParams } from '../step-params.ts';

function judge(params: StepParams, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const { status } = found.response;
  return judged(isSuccessful(status) ? [] : [finding(found.exchange, 'status', 'a success', String(status))]);
}

/** A rule of this kind needs only its words. */
export function offeredRule<const Id extends string>(rule: RuleWords<Id>): CaseRuleOf<Id, typeof STEP_PARAMS> {
  return caseRule(rule, STEP_PARAMS, judge);
}
