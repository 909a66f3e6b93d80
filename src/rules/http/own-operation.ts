/** Which exchanges the contract speaks of. */
import type { Exchange } from '../../record/exchange.ts';
import { header } from '../../record/headers.ts';
import type { ResolvedOperation } from '../../plan/model.ts';

/** Whether the contract's own statements about this operation apply: not to probes with another method. */
export function isOwn(exchange: Exchange, operation: Pick<ResolvedOperation, 'method'>): boolean {
  return exchange.request.method === operation.method;
}

/** Nothing is sent of what has not changed: that a condition of the request has this answer is for HTTP to say (RFC 9110 §13.1.2, §13.1.3). */
export function isUnchanged({ request, response }: Exchange): boolean {
  return (
    response?.status === 304 &&
    ['GET', 'HEAD'].includes(request.method) &&
    ['if-none-match', 'if-modified-since'].some((name) => header(request, name) !== undefined)
  );
}

/** Statuses of a write that another one is in the way of: RFC 9110 §15.5.10, RFC 5789 §2.2, RFC 4918 §11.3. */
const IN_THE_WAY: readonly number[] = [409, 423];

/**
 * A condition that did not hold (RFC 9110 §15.5.13), or a write that came together with another: where the contract does not speak of such
 * a refusal, HTTP says what it is, and nobody what it brings.
 */
export function isUnspoken(
  { request, response, together }: Exchange,
  operation: Pick<ResolvedOperation, 'documented'>,
): boolean {
  if (response === undefined || String(response.status) in operation.documented) return false;
  return together === true && !['GET', 'HEAD'].includes(request.method)
    ? IN_THE_WAY.includes(response.status)
    : response.status === 412 && header(request, 'if-match') !== undefined;
}
