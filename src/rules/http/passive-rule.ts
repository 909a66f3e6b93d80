/** How a passive rule is made: it judges every answer that there is, at no extra request. */
import type { Exchange, RecordedResponse } from '../../record/exchange.ts';
import type { ResolvedOperation } from '../../plan/model.ts';
import { inconclusive } from '../evidence.ts';
import type { Judgement, PassiveRule, RuleWords } from '../model.ts';

export interface PassiveWords<Id extends string> extends Omit<RuleWords<Id>, 'requirement'> {
  readonly appliesTo?: (operation: ResolvedOperation) => boolean;
}

/** A rule over one answer; where there is none, it cannot say anything. Its requirement has its own name. */
export function passiveRule<const Id extends string>(
  words: PassiveWords<Id>,
  judge: (
    response: RecordedResponse,
    exchange: Exchange,
    operation: ResolvedOperation,
    never: readonly string[],
  ) => Judgement,
): PassiveRule & { readonly id: Id } {
  return {
    ...words,
    kind: 'passive',
    requirement: words.id,
    judge: (exchange, operation, never) =>
      exchange.response === undefined
        ? inconclusive(exchange.failure?.message ?? 'no answer')
        : judge(exchange.response, exchange, operation, never),
  };
}
