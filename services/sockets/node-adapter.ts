import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { forbidsBody, type Reply, type Answer, type Call } from '../http/message.ts';
import { GatewayError } from '../http/gateway-error.ts';

/** A service as a listener of node:http. */
export function nodeListener(
  answer: Answer,
  malformed: (error: GatewayError) => Reply,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const refused = refuseByFraming(request);
    (refused ? Promise.resolve(closing(malformed(refused))) : answer(toCall(request))).then(
      (reply) => {
        send(reply, request, response);
      },
      (error: unknown) => {
        // Nothing that a service does should end here; the connection is all that can still be acted on.
        console.error(error);
        response.destroy();
      },
    );
  };
}

/** Nothing more is read from a connection on which something came that is no HTTP. */
function closing(reply: Reply): Reply {
  const headers = { date: new Date().toUTCString(), 'cache-control': 'no-store', connection: 'close' };
  return { ...reply, headers: { ...reply.headers, ...headers } };
}

/** The path of a request target: `/path?query`, or the whole URL that a proxy would send. */
export function pathOf(target: string): string {
  const end = target.search(/[?#]/);
  const path = end < 0 ? target : target.slice(0, end);
  const absolute = /^https?:\/\/[^/]*(.*)$/i.exec(path);
  return absolute ? absolute[1] || '/' : path;
}

function toCall(request: IncomingMessage): Call {
  const { headers } = request;
  return {
    method: request.method ?? 'GET',
    path: pathOf(request.url ?? '/'),
    query: /\?([^#]*)/.exec(request.url ?? '')?.[1] ?? '',
    // Every value of a repeated field: `headers` keeps the first of some, and a second token must be seen.
    header: (name) => request.headersDistinct[name]?.join(', '),
    hasBody: headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0,
    read: (limit) => readBody(request, limit),
  };
}

function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    if (Number(request.headers['content-length'] ?? 0) > limit) {
      resolve(undefined);
      return;
    }
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limit) chunks.push(chunk);
      else resolve(undefined);
    });
    request.on('end', () => {
      resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
    });
    // The client has gone; whatever is answered, nobody reads it.
    request.on('error', () => {
      resolve(undefined);
    });
  });
}

/** What node:http would not let through. */
const RAW: ReadonlySet<Reply['wire']> = new Set([
  'content-unasked',
  'length-wrong',
  'latin-1',
  'date-twice',
  'length-beside-chunks',
]);

function send(reply: Reply, request: IncomingMessage, response: ServerResponse): void {
  if (reply.wire === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  const isRaw = RAW.has(reply.wire);
  if ((isRaw && request.method !== 'HEAD') || (reply.wire === 'body-on-head' && request.method === 'HEAD')) {
    writeRaw(response.socket, reply);
    return;
  }
  // The reply brings its own Date, so that one without it really has none.
  response.sendDate = false;
  if (reply.body === undefined || forbidsBody(reply.status)) {
    response.writeHead(reply.status, withoutContent(reply));
    response.end();
    return;
  }
  const bytes = Buffer.from(reply.body, 'utf8');
  // Without a length, node:http sends chunks.
  const isMeasured = reply.wire !== 'chunked' && reply.wire !== 'unmeasured';
  response.writeHead(
    reply.status,
    isMeasured ? { ...reply.headers, 'content-length': bytes.length } : { ...reply.headers },
  );
  if (reply.wire === 'truncated') {
    response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => {
      response.destroy();
    });
    return;
  }
  // node:http leaves the body of an answer to HEAD out by itself and keeps its length.
  response.end(bytes);
}

/** An empty body needs its length said, except where the status already says that there is none. */
function withoutContent({ status, headers }: Reply): Record<string, string | number> {
  return forbidsBody(status) ? { ...headers } : { ...headers, 'content-length': 0 };
}

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

/**
 * Writes a reply past node:http, and ends the connection: for requests that node:http cannot parse, such as
 * one with a method it does not know, and for messages it would not let through.
 */
export function writeRaw(socket: Writable | null | undefined, { status, headers, body, wire }: Reply): void {
  if (!socket || socket.destroyed || !socket.writable) return;
  const isBare = body === undefined || (forbidsBody(status) && wire !== 'content-unasked');
  const content = isBare ? '' : body;
  const bytes = Buffer.from(content, wire === 'latin-1' ? 'latin1' : 'utf8');
  const length = bytes.length + (wire === 'length-wrong' ? 1 : 0);
  const isChunked = wire === 'length-beside-chunks';
  const lines = [
    `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(wire === 'date-twice' ? [`date: ${headers['date'] ?? ''}`] : []),
    ...(isChunked ? ['transfer-encoding: chunked'] : []),
    ...(wire === 'content-unasked' ? [] : [`content-length: ${String(length)}`]),
    'connection: close',
  ];
  const chunk = (part: Buffer): readonly Buffer[] => [
    Buffer.from(`${part.length.toString(16)}\r\n`),
    part,
    Buffer.from('\r\n'),
  ];
  const message = isChunked ? [...(bytes.length > 0 ? chunk(bytes) : []), ...chunk(Buffer.alloc(0))] : [bytes];
  socket.end(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), ...message]));
}
