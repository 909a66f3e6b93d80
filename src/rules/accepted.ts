/** The judgement that most positive rules share: every answer of a step is a success. */
import { isSuccessful, succeeded } from '../record/success.ts';
import type { CaseEvidence } from '../record/exchange.ts';
import { answered, clip, finding, isJudgement, judged } from './evidence.ts';
import type { Judgement } from './model.ts';
import { object, STEP, SUCCESS, type ParamsOf } from './params.ts';

export const ACCEPTED_PARAMS = object({ step: STEP, success: SUCCESS });

export type AcceptedParams = ParamsOf<typeof ACCEPTED_PARAMS>;

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
        isSuccessful(status) ? `${status}, but not a success: ${clip(body, 200)}` : `${status}: ${clip(body, 200)}`,
      ),
    ];
  });
  return judged(departures);
}
