import { finding, inconclusive, judged, PASS } from '../evidence.ts';
import type { PassiveRule } from '../model.ts';

/**
 * RFC 9110 §2.2: a sender generates nothing that the grammar does not allow, and nothing that it knows to be false. An
 * answer that announces a length or chunks and ends before them is that (RFC 9112 §6.3, §8). That a connection ends
 * before the first byte is allowed in many cases, and is another rule's.
 */
export const complete = {
  id: 'http.complete',
  kind: 'passive',
  title: 'Every answer arrives whole',
  fails: 'breaks answers off: {actual}',
  explain:
    'The answer began, and then broke off before the length or the last chunk that it announced, or it is not HTTP. Such answers cannot be told from lost ones.',
  covers: [],
  requirement: 'http.complete',
  judge: (exchange) => {
    if (exchange.response !== undefined) return PASS;
    const kind = exchange.failure?.kind;
    if (kind === 'truncated' || kind === 'protocol') {
      return judged([finding(exchange, 'exchange', 'a whole answer', `${kind}: ${exchange.failure?.message ?? ''}`)]);
    }
    return inconclusive(exchange.failure?.message ?? 'no answer');
  },
} as const satisfies PassiveRule;
