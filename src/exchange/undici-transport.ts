/** Plain and fast: bulk reads, walks, and requests that Playwright would change on the way. */
import { Agent, request as send, type Dispatcher } from 'undici';
import { sendOverSocket } from './socket-transport.ts';
import { failureOf, TransportFailure, type Transport, type WireRequest, type WireResponse } from './transport.ts';

/**
 * Services close idle connections when they like, seldom after less than two seconds and often without saying so. A
 * request on one that is just being closed is reset, and that would look like a service that breaks off.
 */
const MOST_IDLE_MS = 1000;

export function undiciTransport(connections: number): Transport {
  const agent = new Agent({ connections, keepAliveTimeout: MOST_IDLE_MS, keepAliveMaxTimeout: MOST_IDLE_MS, pipelining: 1 });
  return {
    send: async (request: WireRequest, timeoutMs: number): Promise<WireResponse> => {
      try {
        const response = await send(request.url, {
          dispatcher: agent,
          method: request.method as Dispatcher.HttpMethod,
          headers: request.headers.flatMap(([name, value]) => [name, value]),
          ...(request.body === undefined ? {} : { body: request.body }),
          // For the whole exchange: a body that comes byte by byte would keep undici's own time-outs waiting for ever.
          signal: AbortSignal.timeout(timeoutMs),
        });
        const body = await response.body.arrayBuffer().catch(brokenOff);
        return { status: response.statusCode, headers: headerList(response.headers), body: Buffer.from(body) };
      } catch (error) {
        throw failureOf(error, new URL(request.url).origin);
      }
    },
    sendRaw: sendOverSocket,
    close: () => agent.close(),
  };
}

/** The head of the answer has come, so a connection that ends now has cut the answer short. */
function brokenOff(error: unknown): never {
  const failure = failureOf(error, '');
  throw failure.kind === 'reset' ? new TransportFailure('truncated', 'the answer broke off') : error;
}

function headerList(headers: Readonly<Record<string, string | string[] | undefined>>): readonly (readonly [string, string])[] {
  return Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : Array.isArray(value) ? value.map((v) => [name, v] as const) : [[name, value] as const]));
}
