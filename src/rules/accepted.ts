/** The judgement that most positive rules share: every answer of a step is a success. */
import type { Success } from '../record/success.ts';
import { succeeded } from '../record/success.ts';
import type { CaseEvidence } from '../record/exchange.ts';
import { caseRule } from './case-rule.ts';
import { answered, clip, finding, isJudgement, judged } from './evidence.ts';
import type { CaseRule, Judgement, RuleWords } from './model.ts';

export interface AcceptedParams {
  readonly step: string;
  readonly success: Success;
}

export const ACCEPTED_PARAMS = {
  type: 'object',
  required: ['step', 'success'],
  properties: { step: { type: 'string' }, success: { type: 'object' } },
  additionalProperties: false,
} as const;

/** Departures of every answer of a step from a success. */
export function judgeAccepted(params: AcceptedParams, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const departures = (evidence[params.step] ?? []).flatMap((exchange) => {
    if (exchange.response === undefined || succeeded(exchange, params.success)) return [];
    const { status, body } = exchange.response;
    const wanted = `a success with status ${params.success.statuses.join(' or ')}`;
    return [
      finding(
        exchange,
        'status',
        wanted,
        params.success.statuses.includes(status)
          ? `${status}, but not a success: ${clip(body, 200)}`
          : `${status}: ${clip(body, 200)}`,
      ),
    ];
  });
  return judged(departures);
}

/** A rule of this kind needs only its words. */
export function acceptanceRule<const Id extends string>(rule: RuleWords<Id>): CaseRule & { readonly id: Id } {
  return caseRule(rule, ACCEPTED_PARAMS, judgeAccepted);
}
