import { counted } from '../../record/counted.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { STEP_PARAMS, type StepParams } from '../step-params.ts';

/** RFC 9110 §9.3.2: the server MUST NOT send content, whatever it answers. */
function judge(params: StepParams, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const { bytes } = found.response;
  return judged(bytes > 0 ? [finding(found.exchange, 'body', 'no content', `${counted(bytes, 'byte')}`)] : []);
}

export const headContent = caseRule(
  {
    id: 'method.head-content',
    title: 'The answer to HEAD has no content',
    fails: 'sends content in answer to HEAD: {actual}',
    explain:
      'An answer to HEAD ends with its fields. What comes after them is taken for the beginning of the next answer.',
    requirement: 'http.head-content',
    covers: ['B03'],
  },
  STEP_PARAMS,
  judge,
);
