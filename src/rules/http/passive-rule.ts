/** How a passive rule is made: it judges every answer that there is, at no extra request. */
import type { Exchange, RecordedResponse } from '../../record/exchange.ts';
import type { ResolvedOperation } from '../../plan/model.ts';
import { inconclusive } from '../evidence.ts';
import type { Judgement, PassiveJudge } from '../model.ts';

/** A judge of one answer; where there is none, it cannot say anything. Its words stand in contracts/common/responses.yaml. */
export function passiveRule<const Id extends string>(
  id: Id,
  judge: (
    response: RecordedResponse,
    exchange: Exchange,
    operation: ResolvedOperation,
    never: readonly string[],
  ) => Judgement,
): PassiveJudge & { readonly id: Id } {
  return {
    id,
    kind: 'passive',
    judge: (exchange, operation, never) =>
      exchange.response === undefined
        ? inconclusive(exchange.failure?.message ?? 'no answer')
        : judge(exchange.response, exchange, operation, never),
  };
}
