/** The judgement that all rules on raw traffic share: one answer at most, and that a refusal. */
import type { CaseEvidence } from '../../exchange/model.ts';
import type { Success } from '../../plan/model.ts';
import { caseRule } from '../case-rule.ts';
import { clip, finding, inconclusive, judged, succeeded } from '../evidence.ts';
import type { CaseRule, Judgement, RuleWords } from '../model.ts';

export interface RawParams {
  readonly step: string;
  readonly statuses: readonly number[];
  /** Whether the connection may be closed without an answer. */
  readonly mayClose: boolean;
  /** Given where the service may mend the fault and serve the request. */
  readonly success?: Success;
}

const RAW_PARAMS = {
  type: 'object',
  required: ['step', 'statuses', 'mayClose'],
  properties: { step: { type: 'string' }, statuses: { type: 'array', items: { type: 'integer' }, minItems: 1 }, mayClose: { type: 'boolean' }, success: { type: 'object' } },
  additionalProperties: false,
} as const;

function judge(params: RawParams, evidence: CaseEvidence): Judgement {
  const list = evidence[params.step] ?? [];
  const [first, second] = list;
  if (first === undefined) return inconclusive(`step "${params.step}" was not sent`);
  if (second !== undefined) return judged([finding(second, 'exchange', 'one answer to one request', `${list.length} answers on the connection`)]);
  if (first.response === undefined) {
    const closed = first.failure?.kind === 'reset' || first.failure?.kind === 'truncated';
    if (!closed) return inconclusive(first.failure?.message ?? 'no answer');
    return judged(params.mayClose ? [] : [finding(first, 'exchange', params.statuses.join(' or '), 'the connection was closed without an answer')]);
  }
  const { status, body } = first.response;
  const served = params.success !== undefined && succeeded(first, params.success);
  return judged(served || params.statuses.includes(status) ? [] : [finding(first, 'status', params.statuses.join(' or '), `${status}: ${clip(body, 160)}`)]);
}

/** A rule of this kind needs only its words. */
export function rawRule<const Id extends string>(rule: RuleWords<Id>): CaseRule & { readonly id: Id } {
  return caseRule(rule, RAW_PARAMS, judge);
}
