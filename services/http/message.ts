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
