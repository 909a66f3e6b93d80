import type { CaseEvidence } from '../../exchange/model.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, isJudgement, judged } from '../evidence.ts';
import { MASK } from '../http/passive-rule.ts';
import type { Judgement } from '../model.ts';

interface TraceParams {
  readonly step: string;
  readonly statuses: readonly number[];
}

/** RFC 9110 §9.3.8: a TRACE brings the request back, so it must not be answered with the credentials in it. */
function judge(params: TraceParams, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const { exchange, response } = found;
  const reflected = response.body.includes(MASK) || /^\s*(authorization|access-token)\s*:/im.test(response.body);
  return judged([
    ...(params.statuses.includes(response.status) ? [] : [finding(exchange, 'status', params.statuses.join(' or '), String(response.status))]),
    ...(reflected ? [finding(exchange, 'body', 'no field of the request that identifies the caller', response.body)] : []),
  ]);
}

export const trace = caseRule(
  {
    id: 'method.trace',
    title: 'TRACE is refused',
    fails: '{accepts} TRACE: {status}',
    explain: 'TRACE sends the request back as it arrived, the token included. A service has no use for it; the answer is that of a method which the path does not have.',
    requirement: 'http.trace',
    covers: ['B06'],
  },
  {
    type: 'object',
    required: ['step', 'statuses'],
    properties: { step: { type: 'string' }, statuses: { type: 'array', items: { type: 'integer' }, minItems: 1 } },
    additionalProperties: false,
  },
  judge,
);
