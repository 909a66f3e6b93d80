import type { Exchange } from '../../record/exchange.ts';
import { finding, inapplicable, inconclusive, judged, PASS } from '../evidence.ts';
import type { Judgement, PassiveJudge } from '../model.ts';

/** A server may close while more than this is still being written, and its answer is lost with the connection (RFC 9112 §9.6). */
const SMALL = 64 * 1024;

/** A read with content may be refused by closing (RFC 9110 §9.3.1), and so may what is too large (§15.5.14). */
function isModest({ request }: Exchange): boolean {
  const length = request.body?.length ?? 0;
  return length <= SMALL && (length === 0 || !['GET', 'HEAD', 'DELETE'].includes(request.method));
}

/** One connection may be lost on the way. When none of several requests is answered, nobody is there to answer. */
function judgeAll(exchanges: readonly Exchange[]): Judgement {
  const modest = exchanges.filter(isModest);
  const first = modest[0];
  if (first === undefined) return inapplicable('no small request');
  if (modest.some((exchange) => exchange.response !== undefined)) return PASS;
  const closed = modest.filter(({ failure }) => failure?.kind === 'reset');
  if (closed.length < modest.length) return inconclusive(first.failure?.message ?? 'no answer');
  return judged([
    finding(first, 'exchange', 'an answer', `none: ${first.failure?.message ?? 'the connection was reset'}`),
  ]);
}

export const answered = {
  id: 'http.answered',
  kind: 'passive',
  judge: (exchange) => judgeAll([exchange]),
  judgeAll,
} as const satisfies PassiveJudge;
