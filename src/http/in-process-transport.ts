/** Calls the web-standard handler of a service directly, for thousands of exchanges a second. */
import { omitUndefined, mapOptional } from '../model/objects.ts';
import { decompressResponse } from './response-content.ts';
import {
  timeoutAfter,
  transportFailureOf,
  MAX_RESPONSE_BYTES,
  assertSendable,
  sizeLimitFailure,
  type Transport,
  TransportFailure,
  type WireRequest,
  type WireResponse,
} from './transport.ts';

export type RequestHandler = (request: Request) => Promise<Response>;

/** @param handlers by origin, such as `http://student-reporting.4-0-1.test` */
export function inProcessTransport(
  handlers: Readonly<Record<string, RequestHandler>>,
  maxBytes = MAX_RESPONSE_BYTES,
): Transport {
  return {
    send: async (request: WireRequest, timeoutMs: number): Promise<WireResponse> => {
      assertSendable(request);
      const { origin } = new URL(request.url);
      const handler = handlers[origin];
      if (handler === undefined) throw new TransportFailure('refused', `${origin} refused the connection`);
      const { over, end } = timeoutAfter(origin, timeoutMs);
      try {
        const response = await Promise.race([handler(toRequest(request)), over]);
        const body =
          request.method === 'HEAD' ? Buffer.alloc(0) : await Promise.race([bodyOf(response, maxBytes), over]);
        return decompressResponse({ status: response.status, headers: [...response.headers], body }, maxBytes);
      } catch (error) {
        throw transportFailureOf(error, origin);
      } finally {
        end();
      }
    },
    close: () => Promise.resolve(),
  };
}

/** Converts to a web-standard Request, which rejects TRACE and GET with content: these methods are set afterwards. */
function toRequest(request: WireRequest): Request {
  const { method, body } = request;
  const isUnsupported =
    method === 'TRACE' || method === 'CONNECT' || ((method === 'GET' || method === 'HEAD') && body !== undefined);
  const made = new Request(request.url, {
    method: isUnsupported ? 'POST' : method,
    headers: request.headers.map(([name, value]) => [name, value] as [string, string]),
    ...omitUndefined({ body: mapOptional(body, (it) => new Uint8Array(it)) }),
  });
  return isUnsupported ? Object.defineProperty(made, 'method', { value: method }) : made;
}

async function bodyOf(response: Response, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > maxBytes) throw sizeLimitFailure(maxBytes);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
