import { forbidsBody, type Answer, type Call, type Reply } from './message.ts';

const encoder = new TextEncoder();

/** A service as a web-standard handler, for use in process. */
export function webHandler(answer: Answer): (request: Request) => Promise<Response> {
  return async (request) => toResponse(await answer(toCall(request)), request.method);
}

function toCall(request: Request): Call {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    path: pathname,
    query: search.slice(1),
    header: (name) => request.headers.get(name) ?? undefined,
    hasBody: request.body !== null,
    read: (limit) => readBody(request, limit),
  };
}

async function readBody(request: Request, limit: number): Promise<Uint8Array | undefined> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  return bytes.length > limit ? undefined : bytes;
}

function toResponse(reply: Reply, method: string): Response {
  if (reply.wire === 'reset') throw Object.assign(new Error('The connection was reset.'), { code: 'ECONNRESET' });
  const init = { status: reply.status, headers: { ...reply.headers } };
  if (reply.body === undefined || forbidsBody(reply.status)) return new Response(null, init);
  // Bytes, because a string would bring a content-type of its own.
  const bytes = encoder.encode(reply.body);
  if (reply.wire !== 'chunked' && reply.wire !== 'unmeasured') init.headers['content-length'] = String(bytes.length);
  if (method === 'HEAD' && reply.wire !== 'body-on-head') return new Response(null, init);
  return new Response(reply.wire === 'truncated' ? cutShort(bytes) : bytes, init);
}

/** Half of the body, then the error that a closed connection would be. */
function cutShort(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let sent = false;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent) {
        controller.error(Object.assign(new Error('The body ended early.'), { code: 'ECONNRESET' }));
        return;
      }
      sent = true;
      controller.enqueue(bytes.subarray(0, Math.floor(bytes.length / 2)));
    },
  });
}
