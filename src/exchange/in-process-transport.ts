/** Calls a service's web-standard handler directly: thousands of exchanges a second, for seeded-fault campaigns. */
import { failureOf, TransportFailure, type Transport, type WireRequest, type WireResponse } from './transport.ts';

export type Handler = (request: Request) => Promise<Response>;

/** `handlers` by origin, such as `http://student-reporting.4-0-1.test`. */
export function inProcessTransport(handlers: Readonly<Record<string, Handler>>): Transport {
  return {
    send: async (request: WireRequest, timeoutMs: number): Promise<WireResponse> => {
      const { origin } = new URL(request.url);
      const handler = handlers[origin];
      if (handler === undefined) throw new TransportFailure('refused', `${origin} refused the connection`);
      let timer: NodeJS.Timeout | undefined;
      try {
        const late = new Promise<never>((_resolve, reject) => {
          timer = setTimeout(() => reject(new TransportFailure('timeout', `${origin} did not answer in time`)), timeoutMs);
        });
        const bodyless = request.method === 'GET' || request.method === 'HEAD';
        const response = await Promise.race([
          handler(
            new Request(request.url, {
              method: request.method,
              headers: request.headers.map(([name, value]) => [name, value] as [string, string]),
              ...(request.body === undefined || bodyless ? {} : { body: new Uint8Array(request.body) }),
            }),
          ),
          late,
        ]);
        const body = request.method === 'HEAD' ? Buffer.alloc(0) : Buffer.from(await response.arrayBuffer());
        return { status: response.status, headers: [...response.headers], body };
      } catch (error) {
        throw failureOf(error, origin);
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => Promise.resolve(),
  };
}
