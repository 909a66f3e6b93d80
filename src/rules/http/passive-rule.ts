/** How a passive rule is made: it judges every answer that there is, at no extra request. */
import type { Exchange, RecordedResponse } from '../../record/exchange.ts';
import type { ResolvedOperation } from '../../plan/model.ts';
import { inconclusive } from '../evidence.ts';
import type { Judgement, PassiveJudge } from '../model.ts';

/** What of an operation may have been made with a guess. */
type Guessed =
  | 'responseSchema'
  | 'documented'
  | 'budgetMs'
  | 'carrier'
  | 'correlation'
  | 'scheme'
  | 'success'
  | 'mediaType'
  | 'refusalMedia';

/**
 * A judge of one answer; where there is none, it cannot say anything. Its words stand in contracts/common/responses.yaml.
 * It sees of an operation what is no guess, and what it says that it reads: its checks rest on how that was made.
 */
export function passiveRule<const Id extends string, Reads extends Guessed = never>(
  id: Id,
  judge: (
    response: RecordedResponse,
    exchange: Exchange,
    operation: Omit<ResolvedOperation, Exclude<Guessed, Reads>>,
    never: readonly string[],
  ) => Judgement,
  reads: readonly Reads[] = [],
): PassiveJudge & { readonly id: Id } {
  return {
    id,
    kind: 'passive',
    reads,
    judge: (exchange, operation, never) =>
      exchange.response === undefined
        ? inconclusive(exchange.failure?.message ?? 'no answer')
        : judge(exchange.response, exchange, operation, never),
  };
}
