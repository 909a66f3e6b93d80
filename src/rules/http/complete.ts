import { finding, inconclusive, judged, PASS } from '../evidence.ts';
import type { PassiveRule } from '../model.ts';

export const complete = {
  id: 'http.complete',
  kind: 'passive',
  title: 'Every answer arrives whole',
  fails: 'breaks answers off: {actual}',
  explain: 'The connection stood and the answer broke off, was reset, or was not HTTP. Such answers cannot be told from lost ones.',
  covers: [],
  requirement: 'http.complete',
  judge: (exchange) => {
    if (exchange.response !== undefined) return PASS;
    const kind = exchange.failure?.kind;
    if (kind === 'reset' || kind === 'truncated' || kind === 'protocol') {
      return judged([finding(exchange, 'exchange', 'a whole answer', `${kind}: ${exchange.failure?.message ?? ''}`)]);
    }
    return inconclusive(exchange.failure?.message ?? 'no answer');
  },
} as const satisfies PassiveRule;
