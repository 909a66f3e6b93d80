/** Sends through Playwright's request context and limits the size of responses. */
import { omitUndefined, mapOptional } from '../model/objects.ts';
import type { APIRequest, APIRequestContext } from '@playwright/test';
import { type Connection, isInDomain } from './connection.ts';
import { decompressResponse } from './response-content.ts';
import {
  transportFailureOf,
  MAX_RESPONSE_BYTES,
  assertSendable,
  sizeLimitFailure,
  type Transport,
  TransportFailure,
  type WireRequest,
  type WireResponse,
} from './transport.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

/** Opens a request context outside of any test. */
export async function openPlaywrightTransport(connection: Connection, maxBytes?: number): Promise<Transport> {
  const { request } = await import('@playwright/test');
  const options = contextOptionsOf(connection);
  return playwrightTransport(await request.newContext(options), maxBytes, options.proxy);
}

export type RequestOptions = NonNullable<Parameters<APIRequest['newContext']>[0]>;

/** Options of a request context: proxy and client certificate of the target. */
export function contextOptionsOf({ proxy, certificate }: Connection): RequestOptions {
  return omitUndefined({
    proxy: mapOptional(proxy, ({ origin, user, direct }) => ({
      server: origin,
      ...(direct.length === 0 ? {} : { bypass: direct.join(',') }),
      ...omitUndefined({ username: user?.name, password: user?.password }),
    })),
    clientCertificates: mapOptional(certificate, ({ origins, shown: { cert, key, ...more } }) =>
      origins.map((origin) => ({ origin, cert: Buffer.from(cert), key: Buffer.from(key), ...more })),
    ),
  });
}

/** Proxy of the request context. */
type Proxy = Pick<NonNullable<RequestOptions['proxy']>, 'server' | 'bypass'>;

/** Works for requests whose header names do not repeat; the sender routes others to undici. */
export function playwrightTransport(
  context: APIRequestContext,
  maxBytes = MAX_RESPONSE_BYTES,
  proxy?: Proxy,
): Transport {
  return {
    send: async (request: WireRequest, timeoutMs: number): Promise<WireResponse> => {
      assertSendable(request);
      const bounds = { maxBytes, exceeded: false };
      try {
        const response = await withSizeLimit(bounds, () =>
          context.fetch(request.url, {
            method: request.method,
            headers: Object.fromEntries(request.headers),
            // A Buffer is sent byte for byte; a string would be quoted again.
            ...omitUndefined({ data: request.body }),
            maxRedirects: 0,
            failOnStatusCode: false,
            timeout: timeoutMs,
          }),
        );
        try {
          const headers = response
            .headersArray()
            .map(
              ({ name, value }) => [name.toLowerCase().replace(CODING_PLACEHOLDER, 'content-encoding'), value] as const,
            );
          // The context would send cookies with all later requests, also of other cases.
          if (headers.some(([name]) => name === 'set-cookie')) await context.clearCookies();
          return decompressResponse({ status: response.status(), headers, body: await response.body() }, maxBytes);
        } finally {
          // Bodies stay in memory until they are disposed.
          await response.dispose();
        }
      } catch (error) {
        const { origin, hostname } = new URL(request.url);
        if (bounds.exceeded) throw sizeLimitFailure(maxBytes);
        throw proxyFailure(transportFailureOf(error, origin), origin, hostname, proxy);
      }
    },
    close: () => context.dispose(),
  };
}

const PROXY_FAILURES: Readonly<Record<string, string>> = {
  refused: 'a connection was refused',
  unresolved: 'a name is not known',
  tls: 'a TLS connection failed',
};

/** Playwright does not report whether the proxy or the host failed. */
function proxyFailure(failure: TransportFailure, origin: string, host: string, proxy?: Proxy): TransportFailure {
  const what = PROXY_FAILURES[failure.kind];
  if (proxy === undefined || what === undefined) return failure;
  const direct = (proxy.bypass ?? '').split(',').map((one) => one.trim());
  if (direct.some((one) => one !== '' && isInDomain(host, one))) return failure;
  return new TransportFailure('proxy', `${origin} was not reached through the proxy ${shownProxy(proxy)}: ${what}`);
}

/** The proxy address without user and password. */
function shownProxy({ server }: Proxy): string {
  return server.replace(/^([a-z0-9]+:\/\/)?[^/]*@/i, '$1');
}

interface Bounds {
  readonly maxBytes: number;
  exceeded: boolean;
}

/** Name for Content-Encoding while a response is read, so that Playwright does not decompress unlimited content. */
export const CODING_PLACEHOLDER = 'x-plumbline-content-encoding';

const bounds = new AsyncLocalStorage<Bounds>();
let isSubscribed = false;

/** Runs the sending of one request. Sets `exceeded` if the response is larger than the limit. */
export function withSizeLimit<T>(own: Bounds, send: () => Promise<T>): Promise<T> {
  if (!isSubscribed)
    subscribe('http.client.response.finish', (message) =>
      limitResponse((message as { readonly response: IncomingMessage }).response),
    );
  isSubscribed = true;
  return bounds.run(own, send);
}

function limitResponse(response: IncomingMessage): void {
  const own = bounds.getStore();
  if (own === undefined) return;
  response.rawHeaders.forEach((name, index) => {
    if (index % 2 === 0 && name.toLowerCase() === 'content-encoding') response.rawHeaders[index] = CODING_PLACEHOLDER;
  });
  delete response.headers['content-encoding'];
  const push = response.push.bind(response);
  let size = 0;
  response.push = (part: Buffer | null, encoding?: BufferEncoding): boolean => {
    size += part?.length ?? 0;
    if (size <= own.maxBytes) return push(part, encoding);
    own.exceeded = true;
    response.destroy();
    return false;
  };
}
