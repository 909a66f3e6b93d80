/** The interface that sends requests, and the failures that it reports. */
import { pluralize } from '../model/text.ts';
import { omitUndefined } from '../model/objects.ts';
import { type ExchangeFailure, type FailureKind, NOT_SENT_REASONS, type NotSentReason } from '../model/failure.ts';
import { isFieldName, headerValueFault } from '../model/headers.ts';

export interface WireRequest {
  readonly method: string;
  readonly url: string;
  /** In sending order; names may repeat if the transport supports it. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: Buffer;
}

export interface WireResponse {
  readonly status: number;
  /** Names in lower case, in the order received. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
  /** Bytes of the compressed content. */
  readonly received?: number;
}

export interface Transport {
  /** Rejects only with `TransportFailure`. */
  readonly send: (request: WireRequest, timeoutMs: number) => Promise<WireResponse>;
  /** Sends the request as text with a fault and returns all responses; absent if the transport cannot. */
  readonly sendRaw?: (request: WireRequest, fault: string, timeoutMs: number) => Promise<readonly WireResponse[]>;
  readonly close: () => Promise<void>;
}

/** Default size limit of a response; targets may set another one. */
export const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;

export function sizeOf(bytes: number): string {
  return bytes % (1024 * 1024) === 0 ? `${bytes / 1024 / 1024} MiB` : `${pluralize(bytes, 'byte')}`;
}

export function sizeLimitFailure(limit: number): TransportFailure {
  return new TransportFailure(
    'unread',
    `the answer is larger than ${sizeOf(limit)}, which is as much as is read of one (limits.maxResponseBytes of the target)`,
  );
}

/** No response, and why. The message contains no header and no query, since both may hold secrets. */
export class TransportFailure extends Error {
  override readonly name = 'TransportFailure';
  readonly kind: FailureKind;
  /** For a request that was not sent. */
  readonly why?: NotSentReason;
  /** Error code of a rejected sign-in (RFC 6749 §5.2). */
  readonly code?: string;

  constructor(kind: Exclude<FailureKind, 'not-sent'>, message: string);
  constructor(kind: 'not-sent', message: string, why: NotSentReason, code?: string);
  constructor(kind: FailureKind, message: string, why?: NotSentReason, code?: string) {
    super(message);
    this.kind = kind;
    if (why !== undefined) this.why = why;
    if (code !== undefined) this.code = code;
  }
}

/** Failure of a request that was not sent, with a message if the default does not fit. */
export function notSentFailure(why: NotSentReason, message: string = NOT_SENT_REASONS[why] ?? why): TransportFailure {
  return new TransportFailure('not-sent', message, why);
}

/** Failure as it is recorded. */
export function recordedFailure(
  { kind, message, why }: TransportFailure,
  mask: (text: string) => string,
): ExchangeFailure {
  return { kind, message: mask(message), ...omitUndefined({ why }) };
}

/** Rejects values that no header can carry. `buildRequest` reports their source; this check covers all other requests. */
export function assertSendable(request: WireRequest): void {
  for (const [name, value] of request.headers) {
    if (!isFieldName(name)) throw notSentFailure('unsendable', `${JSON.stringify(name)} is not a header name`);
    const what = headerValueFault(value);
    if (what !== undefined)
      throw notSentFailure('unsendable', `the value of ${name} holds ${what}, which no header can carry`);
  }
}

export function timeoutFailure(origin: string): TransportFailure {
  return new TransportFailure('timeout', `${origin} did not answer in time`);
}

/** Rejects after so many milliseconds, unless `end` is called before. */
export function timeoutAfter(origin: string, ms: number): { readonly over: Promise<never>; readonly end: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(timeoutFailure(origin)), ms);
  });
  return { over, end: () => clearTimeout(timer) };
}

/** Maps a network error (its code, its cause's, or one in the message) to a kind and a short message. */
export function transportFailureOf(error: unknown, origin: string): TransportFailure {
  if (error instanceof TransportFailure) return error;
  const text = describeError(error);
  const is = (pattern: RegExp): boolean => pattern.test(text);
  if (is(/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL/))
    return new TransportFailure('refused', `${origin} refused the connection`);
  if (is(/ENOTFOUND|EAI_AGAIN/)) return new TransportFailure('unresolved', `the name in ${origin} is not known`);
  if (is(/UND_ERR_(HEADERS|BODY|CONNECT)_TIMEOUT|ETIMEDOUT|[Tt]imed? ?out|TimeoutError/)) return timeoutFailure(origin);
  if (is(/CERTIFICATE_REQUIRED|BAD_CERTIFICATE|ALERT_HANDSHAKE_FAILURE|CERTIFICATE_UNKNOWN/i))
    return new TransportFailure(
      'tls',
      `${origin} did not take the TLS connection: it may want a certificate of the client`,
    );
  if (is(/CERT_|UNABLE_TO_|SELF_SIGNED|ERR_TLS|ERR_SSL|ERR_OSSL|EPROTO/))
    return new TransportFailure('tls', `the TLS connection to ${origin} failed`);
  // No standard limits the header section (RFC 9110 §5.4): this is the limit of the client.
  if (is(/UND_ERR_HEADERS_OVERFLOW|HPE_HEADER_OVERFLOW/))
    return new TransportFailure(
      'unread',
      'the header section of the answer is larger than the 16 KB that are read here',
    );
  // Checked before truncation, since a parser message may mention the end of a body.
  const broken = brokenHttp(text);
  if (broken !== undefined) return new TransportFailure('protocol', `the answer is not HTTP: ${broken}`);
  if (is(/aborted|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|terminated|other side closed.*body|premature/i))
    return new TransportFailure('truncated', 'the answer broke off');
  if (is(/ECONNRESET|EPIPE|UND_ERR_SOCKET|socket hang up|other side closed/))
    return new TransportFailure('reset', 'the connection was reset');
  if (is(/HPE_|Parse Error|UND_ERR_RESPONSE|HTTPParserError/))
    return new TransportFailure('protocol', 'the answer is not HTTP');
  // Other errors are failures of Plumbline or the machine, not of the service.
  return notSentFailure('unsendable', `Plumbline could not send it (${nameOfError(error)})`);
}

/** The parser's reason. Its texts do not quote the response. */
function brokenHttp(text: string): string | undefined {
  const reason =
    /does not match the HTTP\/1\.1 protocol \(([^)]+)\)/.exec(text)?.[1] ??
    /Parse Error: ([^\n]+?)(?: HPE_| Error|$)/.exec(text)?.[1];
  // A truncated response has its own kind.
  if (reason === undefined || /EOF|ended|closed/i.test(reason)) return undefined;
  return `${reason.charAt(0).toLowerCase()}${reason.slice(1).trimEnd()}`;
}

function nameOfError(error: unknown): string {
  if (!(error instanceof Error)) return 'an unknown error';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  // Messages of undici about arguments contain at most a header name; others may contain anything.
  return code === 'UND_ERR_INVALID_ARG' ? `${code}: ${error.message}` : (code ?? error.name);
}

function describeError(error: unknown): string {
  const parts: string[] = [];
  let here: unknown = error;
  for (let depth = 0; depth < 5 && here instanceof Error; depth += 1) {
    const code = 'code' in here && typeof here.code === 'string' ? here.code : '';
    // Only the first line: the next lines of Playwright's messages contain the request with its secrets.
    parts.push(`${here.name} ${code} ${here.message.split('\n')[0] ?? ''}`);
    if (here instanceof AggregateError)
      parts.push(...here.errors.map((e: unknown) => (e instanceof Error && 'code' in e ? String(e.code) : '')));
    here = here.cause;
  }
  return parts.join(' ');
}

/** Transport for commands that send nothing. */
export const NO_TRANSPORT: Transport = {
  send: () => Promise.reject(notSentFailure('not-carried')),
  close: () => Promise.resolve(),
};

export interface UnreachableExplanation {
  readonly cause: string;
  readonly hint: string;
  readonly signIn?: true;
}

const CERTIFICATE = 'Where it wants a certificate of the client, name one: connection.clientCertificate of the target.';

/** PROXY is replaced by the setting that names a proxy. */
const HINTS: Readonly<Record<string, string>> = {
  refused: 'Nothing listens there: check the port, and whether the service is up.',
  unresolved:
    'Check the spelling of the address, and whether its name is known in this network. Where a proxy leads there, name it: PROXY.',
  timeout:
    'Check whether the service is up, and whether a firewall stands between. Where a proxy leads there, name it: PROXY.',
  proxy: 'Check PROXY, and whether that proxy leads there.',
  unread:
    'Check that this is the address that is meant; where its answers are so large, raise limits.maxResponseBytes in the target.',
  tls: `Check whether the address is https, and whether its certificate is trusted here (NODE_EXTRA_CA_CERTS). ${CERTIFICATE}`,
};

/** @param proxy setting that names a proxy */
export function explainUnreachable(
  failure: TransportFailure,
  address: string,
  proxy = 'connection.proxy of the target',
): UnreachableExplanation {
  const cause = failure.message.includes('//') ? failure.message : `${address}: ${failure.message}`;
  const known = HINTS[failure.kind] ?? 'Check that this is the address of an HTTP service.';
  const hint = known.replace('PROXY', proxy);
  // A TLS endpoint may close the connection without an alert if the client sends no certificate.
  const isShut = failure.kind === 'reset' && address.startsWith('https:');
  return { cause, hint: isShut ? `${hint} ${CERTIFICATE}` : hint };
}
