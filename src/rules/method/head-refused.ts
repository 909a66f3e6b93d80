import { isSuccessful } from '../../record/success.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, inapplicable, isJudgement, judged } from '../evidence.ts';
import { statusFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { object, STEP, type ParamsOf } from '../params.ts';

const PARAMS = object({
  head: STEP,
  /** The GET of the same, which is refused. */
  get: STEP,
});

/** What says something of the caller or of the resource, and not of the moment or of the method. */
const REFUSALS = new Set([401, 403, 404, 410]);

/** RFC 9110 §9.3.2: HEAD is identical to GET but for the content. By which status it is refused instead is left to the service, which need not have HEAD. */
function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const get = answered(evidence, params.get);
  if (isJudgement(get)) return get;
  const answer = answered(evidence, params.head);
  if (isJudgement(answer)) return answer;
  if (!REFUSALS.has(get.response.status)) return inapplicable(`GET is answered ${String(get.response.status)}`);
  const isTaken = isSuccessful(answer.response.status);
  return judged(isTaken ? [statusFinding(answer.exchange, [get.response.status])] : []);
}

export const headRefused = caseRule(
  {
    id: 'method.head-refused',
    title: 'HEAD is refused where GET is',
    fails: 'answers HEAD where GET is refused: {status}',
    explain:
      'HEAD is GET without the content. Who asks by HEAD whether something is there, or whether it may be read, is told what GET would tell.',
    covers: [],
  },
  PARAMS,
  judge,
);
