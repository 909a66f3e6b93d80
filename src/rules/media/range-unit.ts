import type { CaseEvidence } from '../../exchange/model.ts';
import type { Success } from '../../plan/model.ts';
import { caseRule } from '../case-rule.ts';
import { answered, clip, finding, isJudgement, judged, succeeded } from '../evidence.ts';
import type { Judgement } from '../model.ts';

function judge(params: { readonly step: string; readonly success: Success }, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const { exchange, response } = found;
  return judged(succeeded(exchange, params.success) ? [] : [finding(exchange, 'status', 'the whole, as without Range', `${response.status}: ${clip(response.body, 160)}`)]);
}

/** RFC 9110 §14.2. */
export const rangeUnit = caseRule(
  {
    id: 'media.range-unit',
    title: 'A Range in an unknown unit is ignored',
    fails: '{refuses} a Range in an unknown unit: {status}',
    explain: 'The whole is asked for in a unit that nobody knows. A server that does not know the unit answers as if there were no Range, and not with 416.',
    requirement: 'http.range-unit',
    covers: ['D10'],
  },
  { type: 'object', required: ['step', 'success'], properties: { step: { type: 'string' }, success: { type: 'object' } }, additionalProperties: false },
  judge,
);
