/** Which exchanges the contract speaks of. */
import type { Exchange } from '../../record/exchange.ts';
import { header } from '../../record/headers.ts';
import type { ResolvedOperation } from '../../plan/model.ts';

/** Whether the contract's own statements about this operation apply: not to probes with another method. */
export function isOwn(exchange: Exchange, operation: Pick<ResolvedOperation, 'method'>): boolean {
  return exchange.request.method === operation.method;
}

/** A condition that the contract does not speak of did not hold: RFC 9110 §15.5.13 says what 412 is, and nobody what it brings. */
export function isUnmet({ request, response }: Exchange, operation: Pick<ResolvedOperation, 'documented'>): boolean {
  return response?.status === 412 && header(request, 'if-match') !== undefined && !('412' in operation.documented);
}
