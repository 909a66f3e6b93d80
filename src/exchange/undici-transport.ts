/** Plain and fast: bulk reads, walks, and requests that Playwright would change on the way. */
import { Agent, request as send, type Dispatcher } from 'undici';
import { failureOf, type Transport, type WireRequest, type WireResponse } from './transport.ts';

export function undiciTransport(connections: number): Transport {
  const agent = new Agent({ connections, keepAliveTimeout: 10_000, pipelining: 1 });
  return {
    send: async (request: WireRequest, timeoutMs: number): Promise<WireResponse> => {
      try {
        const response = await send(request.url, {
          dispatcher: agent,
          method: request.method as Dispatcher.HttpMethod,
          headers: request.headers.flatMap(([name, value]) => [name, value]),
          ...(request.body === undefined ? {} : { body: request.body }),
          headersTimeout: timeoutMs,
          bodyTimeout: timeoutMs,
        });
        const body = Buffer.from(await response.body.arrayBuffer());
        return { status: response.statusCode, headers: headerList(response.headers), body };
      } catch (error) {
        throw failureOf(error, new URL(request.url).origin);
      }
    },
    close: () => agent.close(),
  };
}

function headerList(headers: Readonly<Record<string, string | string[] | undefined>>): readonly (readonly [string, string])[] {
  return Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : Array.isArray(value) ? value.map((v) => [name, v] as const) : [[name, value] as const]));
}
