/** Which exchanges the contract speaks of. */
import type { Exchange } from '../../record/exchange.ts';
import type { ResolvedOperation } from '../../plan/model.ts';

/** Whether the contract's own statements about this operation apply: not to probes with another method. */
export function isOwn(exchange: Exchange, operation: Pick<ResolvedOperation, 'method'>): boolean {
  return exchange.request.method === operation.method;
}
