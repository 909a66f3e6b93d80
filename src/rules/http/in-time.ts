import type { Exchange } from '../../record/exchange.ts';
import type { ResolvedOperation } from '../../plan/model.ts';
import { finding, inapplicable, inconclusive, judged } from '../evidence.ts';
import type { Judgement, PassiveJudge } from '../model.ts';

/**
 * The fastest answer counts: a network, a busy machine or a cold start slows some answers down, but not all of them.
 * An answer that never came is not slow; nothing is known of it.
 */
function judgeAll(exchanges: readonly Exchange[], operation: ResolvedOperation): Judgement {
  if (operation.budgetMs === undefined) return inapplicable('the contract states no time');
  const answered = exchanges.filter((e) => e.response !== undefined);
  const [first, ...others] = answered;
  if (first === undefined) return inconclusive(exchanges[0]?.failure?.message ?? 'no answer');
  const fastest = others.reduce((best, e) => (e.durationMs < best.durationMs ? e : best), first);
  return judged(
    fastest.durationMs <= operation.budgetMs
      ? []
      : [
          finding(
            fastest,
            'exchange',
            `an answer within ${operation.budgetMs} ms`,
            `${Math.round(fastest.durationMs)} ms, and no answer was faster`,
          ),
        ],
  );
}

export const inTime = {
  id: 'http.in-time',
  kind: 'passive',
  reads: ['budgetMs'],
  judge: (exchange, operation) => judgeAll([exchange], operation),
  judgeAll,
} as const satisfies PassiveJudge;
