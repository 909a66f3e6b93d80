/** The judgement that most positive rules share: every answer of a step is a success. */
import { isSuccessful, succeeded } from '../../record/success.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, beginning, clip, isJudgement, judged } from '../evidence.ts';
import { statusFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { object, STEP, SUCCESS, type ParamsOf } from '../params.ts';

export const ACCEPTED_PARAMS = object({ step: STEP, success: SUCCESS });

export type AcceptedParams = ParamsOf<typeof ACCEPTED_PARAMS>;

/** Departures of every answer of a step from a success. */
export function judgeAccepted(params: AcceptedParams, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const departures = (evidence[params.step] ?? []).flatMap((exchange) => {
    if (exchange.response === undefined || succeeded(exchange, params.success)) return [];
    const { status, body } = exchange.response;
    const { statuses } = params.success;
    return [
      statusFinding(exchange, statuses, {
        expected: `a success with status ${statuses.join(' or ')}`,
        actual: isSuccessful(status)
          ? `${status}, but not a success: ${clip(body, 200)}`
          : beginning(exchange.response, 200),
      }),
    ];
  });
  return judged(departures);
}

export const accepted = caseRule(
  {
    id: 'outcome.accepted',
    title: 'A correct request is accepted',
    fails: '{refuses} a correct request: {status}',
    awaits: 'acceptance',
    explain:
      'The request keeps every rule of the contract. A refusal means that the service asks for something the specification does not, or that its data or sign-in is not in order.',
    covers: ['M02'],
    filled: 'success',
    form: 'outcome.success-form',
  },
  ACCEPTED_PARAMS,
  judgeAccepted,
);
