import type { IncomingMessage } from 'node:http';
import { GatewayError } from '../http/gateway-error.ts';

/** The longest request target that is read (RFC 9112, section 3). */
export const longestTarget = 32_768;
/** Room for the longest target and the header fields, so that node:http lets both through to be judged here. */
export const largestHead = 131_072;

const hostName = /^(?:[a-z0-9._~!$&'()*+,;=%-]+|\[[0-9a-f:.]+\])(?::\d*)?$/i;

/** What node:http lets through and HTTP does not. */
export function refuseByFraming(request: IncomingMessage): GatewayError | undefined {
  if ((request.url ?? '').length > longestTarget) {
    return refusal(414, 'target_too_long', 'The request target is too long.');
  }
  // RFC 9112, section 3.2: exactly one Host, and a valid one.
  const hosts = request.headersDistinct.host ?? [];
  const [host = ''] = hosts;
  const isHostless = request.httpVersion === '1.0' && hosts.length === 0;
  if (isHostless || (hosts.length === 1 && hostName.test(host))) return undefined;
  return refusal(400, 'malformed_request', 'The request does not name one host.');
}

function refusal(status: number, code: string, detail: string): GatewayError {
  return new GatewayError(status, { code, detail });
}
