/** A request as the services see it, whether it came over a socket or as a web-standard Request. */
export interface Call {
  readonly method: string;
  /** The path as sent, still percent-encoded and without the query: unknown query parameters are ignored. */
  readonly path: string;
  /** What follows the question mark; empty where nothing does. The services do not look at it. */
  readonly query: string;
  /** By lower-case name. */
  header(name: string): string | undefined;
  /** False for a request that declares no body. */
  readonly hasBody: boolean;
  /** The body, or `undefined` when it is longer than `limit` bytes. */
  read(limit: number): Promise<Uint8Array | undefined>;
}

/** The call with something else in it. */
export function asking(call: Call, other: Partial<Pick<Call, 'path' | 'header' | 'read'>>): Call {
  return {
    method: call.method,
    path: call.path,
    query: call.query,
    header: (name) => call.header(name),
    hasBody: call.hasBody,
    read: (limit) => call.read(limit),
    ...other,
  };
}

/** Ways of sending that no header or body can express; the adapters carry them out. */
export type Wire =
  | 'reset'
  | 'truncated'
  | 'body-on-head'
  | 'content-unasked'
  | 'length-wrong'
  | 'latin-1'
  | 'date-twice'
  | 'length-beside-chunks'
  | 'chunked'
  | 'unmeasured';

export interface Reply {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly wire?: Wire;
}

/** What every service is: one function. */
export type Answer = (call: Call) => Promise<Reply>;

export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

/** Statuses that a message with a body cannot have (RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5). */
export function forbidsBody(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

/** The media type of a header value, lower-cased and without its parameters. */
export function mediaType(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const semicolon = value.indexOf(';');
  return (semicolon < 0 ? value : value.slice(0, semicolon)).trim().toLowerCase();
}

// How specific a range is decides which quality counts (RFC 9110, section 12.5.1).
const specificity: Readonly<Record<string, number>> = { '*/*': 1, 'application/*': 2, 'application/json': 3 };

/** Whether an Accept header leaves JSON acceptable; none, or an empty one, accepts everything. */
export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept === '*/*' || accept === 'application/json' || accept.trim() === '') return true;
  let best = 0;
  let quality = 0;
  for (const range of accept.split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const rank = specificity[name] ?? 0;
    if (rank === 0 || rank < best) continue;
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    const value = weight === undefined ? 1 : Number(weight.slice(2));
    best = rank;
    quality = Number.isNaN(value) ? 0 : value;
  }
  return quality > 0;
}

/** The outermost stages of every service. */
export interface Delivery {
  /** The whole of the service, from a call to its reply. */
  readonly answer: Answer;
  /** The reply as it leaves: with the date, which every response has. */
  readonly deliver: Answer;
}

/** The date is formatted once per second, because a burst asks for it thousands of times. */
export function delivery(stages: { readonly delivery: Delivery }, answer: Answer, clock: () => Date): Delivery {
  let second = Number.NaN;
  let text = '';
  return {
    answer,
    deliver: async (call) => {
      const reply = await stages.delivery.answer(call);
      const now = clock();
      const current = Math.floor(now.getTime() / 1000);
      if (current !== second) {
        second = current;
        text = now.toUTCString();
      }
      return { ...reply, headers: { date: text, ...reply.headers } };
    },
  };
}
