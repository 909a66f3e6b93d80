import { forbidsBody, type Answer, type Call, type Reply } from './message.ts';

/** A request as it would stand on the wire: names in any case, in order, and repeated where they were. */
export interface DirectRequest {
  readonly method: string;
  /** Absolute; everything before the path is ignored. */
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: Uint8Array;
}

/** What a client would have received, or why it received nothing whole. */
export type DirectResponse =
  | {
      readonly kind: 'whole';
      readonly status: number;
      readonly headers: readonly (readonly [string, string])[];
      readonly body: Uint8Array;
    }
  | { readonly kind: 'reset' }
  | { readonly kind: 'truncated' };

export type DirectHandler = (request: DirectRequest) => Promise<DirectResponse>;

const nothing = new Uint8Array(0);

/**
 * A service as a function from wire to wire, without sockets and without the web-standard objects. Those cannot hold
 * everything that can stand on a wire, such as a 204 with content, and cost more than most answers do.
 */
export function directHandler(answer: Answer): DirectHandler {
  return async (request) => toResponse(await answer(toCall(request)), request.method);
}

function toCall({ method, url, headers, body }: DirectRequest): Call {
  return {
    method,
    ...targetOf(url),
    header: (name) => {
      const values = headers.filter(([known]) => known.toLowerCase() === name);
      return values.length === 0 ? undefined : values.map(([, value]) => value).join(', ');
    },
    hasBody: body !== undefined && body.length > 0,
    read: (limit) => Promise.resolve(body !== undefined && body.length > limit ? undefined : (body ?? nothing)),
  };
}

function targetOf(url: string): Pick<Call, 'path' | 'query'> {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  if (start < 0) return { path: '/', query: '' };
  const [target = ''] = url.slice(start).split('#');
  const mark = target.indexOf('?');
  return mark < 0 ? { path: target, query: '' } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

function toResponse(reply: Reply, method: string): DirectResponse {
  if (reply.wire === 'reset' || (reply.wire === 'truncated' && reply.body !== undefined)) return { kind: reply.wire };
  const headers = Object.entries(reply.headers);
  if (reply.wire === 'date-twice') headers.push(['date', reply.headers['date'] ?? '']);
  const isBare = reply.body === undefined || (forbidsBody(reply.status) && reply.wire !== 'content-unasked');
  if (isBare && reply.wire === 'length-beside-chunks')
    headers.push(['transfer-encoding', 'chunked'], ['content-length', '0']);
  if (isBare) return { kind: 'whole', status: reply.status, headers, body: nothing };
  const body = Buffer.from(reply.body ?? '', reply.wire === 'latin-1' ? 'latin1' : 'utf8');
  // The length of content that may not be there stays unsaid, so that its presence is the only departure.
  if (reply.wire === 'chunked' || reply.wire === 'length-beside-chunks') headers.push(['transfer-encoding', 'chunked']);
  if (!forbidsBody(reply.status) && reply.wire !== 'unmeasured' && reply.wire !== 'chunked')
    headers.push(['content-length', String(body.length + (reply.wire === 'length-wrong' ? 1 : 0))]);
  const isSent = method !== 'HEAD' || reply.wire === 'body-on-head';
  return { kind: 'whole', status: reply.status, headers, body: isSent ? body : nothing };
}
