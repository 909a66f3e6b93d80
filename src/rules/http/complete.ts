import { finding, inconclusive, judged, PASS } from '../evidence.ts';
import type { PassiveJudge } from '../model.ts';

/** An answer that begins has to end; that none begins is another rule's. */
export const complete = {
  id: 'http.complete',
  kind: 'passive',
  judge: (exchange) => {
    if (exchange.response !== undefined) return PASS;
    const kind = exchange.failure?.kind;
    if (kind === 'truncated' || kind === 'protocol') {
      return judged([finding(exchange, 'exchange', 'a whole answer', `${kind}: ${exchange.failure?.message ?? ''}`)]);
    }
    return inconclusive(exchange.failure?.message ?? 'no answer');
  },
} as const satisfies PassiveJudge;
