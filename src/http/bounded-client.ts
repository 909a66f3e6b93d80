/**
 * Bounds what Playwright's request context reads. It has no limit of its own, keeps whole bodies, and unpacks them into
 * memory; but it reads with Node's own client, in this process, and that tells of every answer before anybody reads it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

interface Bounds {
  readonly maxBytes: number;
  exceeded: boolean;
}

/** What stands for Content-Encoding meanwhile, so that nobody unpacks what we have not measured. */
export const CODING = 'x-plumbline-content-encoding';

const bounds = new AsyncLocalStorage<Bounds>();
let listens = false;

/** Runs what sends one request; `exceeded` becomes true where its answer was cut because it is larger than the bounds. */
export function withinBounds<T>(own: Bounds, send: () => Promise<T>): Promise<T> {
  if (!listens)
    subscribe('http.client.response.finish', (message) =>
      guard((message as { readonly response: IncomingMessage }).response),
    );
  listens = true;
  return bounds.run(own, send);
}

function guard(response: IncomingMessage): void {
  const own = bounds.getStore();
  if (own === undefined) return;
  response.rawHeaders.forEach((name, index) => {
    if (index % 2 === 0 && name.toLowerCase() === 'content-encoding') response.rawHeaders[index] = CODING;
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
