import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, isJudgement, judged } from '../evidence.ts';
import { statusFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { STEP_PARAMS, type StepParams } from '../step-params.ts';

/** Any refusal will do: whoever stands before the service may refuse it in its own way. */
function judge(params: StepParams, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const { status } = found.response;
  return judged(status < 400 || status === 500 ? [statusFinding(found.exchange, [], { expected: 'a refusal' })] : []);
}

export const traceRefused = caseRule(
  {
    id: 'method.trace-refused',
    title: 'TRACE is refused',
    fails: 'answers TRACE: {status}',
    explain: 'HTTP lets a service answer TRACE. None has a use for it, and it shows what gateways add to a request.',
    requirement: 'http.trace-refused',
    convention: true,
    covers: ['B06'],
  },
  STEP_PARAMS,
  judge,
);
