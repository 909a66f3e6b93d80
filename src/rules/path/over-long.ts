import type { CaseEvidence } from '../../exchange/model.ts';
import type { Success } from '../../plan/model.ts';
import { caseRule } from '../case-rule.ts';
import { answered, clip, finding, isJudgement, judged, succeeded } from '../evidence.ts';
import type { Judgement } from '../model.ts';

interface OverLongParams {
  readonly step: string;
  readonly success: Success;
}

/** RFC 9112 §3: a target longer than the server wishes to parse is answered 414. How long that is, is its own choice. */
function judge(params: OverLongParams, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const { exchange, response } = found;
  if (response.status === 414 || succeeded(exchange, params.success)) return judged([]);
  return judged([finding(exchange, 'status', '414, or the answer to the same request without the query', `${response.status}: ${clip(response.body, 160)}`)]);
}

export const overLong = caseRule(
  {
    id: 'path.over-long',
    title: 'An over-long target is refused as such, or served',
    fails: 'fails at an over-long target: {actual}',
    explain:
      'The query is made very long, with a parameter that nobody knows. A server that reads targets of that length serves it; another answers 414, and neither fails nor breaks off.',
    requirement: 'http.target-length',
    covers: ['B10'],
  },
  { type: 'object', required: ['step', 'success'], properties: { step: { type: 'string' }, success: { type: 'object' } }, additionalProperties: false },
  judge,
);
