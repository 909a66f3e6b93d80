/**
 * Sends requests as text on a new socket: header injection, duplicate Host, wrong lengths. An HTTP client would fix or reject them, so the
 * service would never see the fault.
 */
import type { Socket } from 'node:net';
import { DIRECT_CONNECTION, openSocket, type Connection } from './connection.ts';
import { parseHttpResponses } from './parse-http-response.ts';
import {
  transportFailureOf,
  MAX_RESPONSE_BYTES,
  notSentFailure,
  assertSendable,
  timeoutFailure,
  sizeLimitFailure,
  TransportFailure,
  type WireRequest,
  type WireResponse,
} from './transport.ts';

type Fields = readonly (readonly [string, string])[];

interface RawText {
  readonly fields: Fields;
  readonly body: Buffer;
}

type TextChange = (text: RawText) => RawText;

const without = (fields: Fields, name: string): Fields => fields.filter(([n]) => n !== name);
const add =
  (...more: Fields): TextChange =>
  (text) => ({ ...text, fields: [...text.fields, ...more] });
const host =
  (...values: readonly string[]): TextChange =>
  (text) => ({
    ...text,
    fields: [...values.map((value) => ['host', value] as const), ...without(text.fields, 'host')],
  });

/** Replaces Content-Length. */
const length =
  (say: (right: number) => readonly string[]): TextChange =>
  (text) => ({
    ...text,
    fields: [
      ...without(text.fields, 'content-length'),
      ...say(text.body.length).map((value) => ['content-length', value] as const),
    ],
  });

const transferEncoding =
  (value: string, keepsLength: boolean, body: (right: Buffer) => Buffer): TextChange =>
  (text) => ({
    fields: [...(keepsLength ? text.fields : without(text.fields, 'content-length')), ['transfer-encoding', value]],
    body: body(text.body),
  });

const inChunks = (right: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${right.length.toString(16)}\r\n`), right, Buffer.from('\r\n0\r\n\r\n')]);

/** Faults of the text, by their names in a plan. */
const FAULTS: Readonly<Record<string, TextChange>> = {
  'field-cr': add(['x-plumbline', 'one\rtwo']),
  'field-lf': add(['x-plumbline', 'one\ntwo']),
  'field-nul': add(['x-plumbline', 'one\0two']),
  'field-space': add(['x-plumbline ', 'one']),
  'host-missing': host(),
  'host-doubled': (text) => host(text.fields.find(([n]) => n === 'host')?.[1] ?? '', 'other.plumbline.invalid')(text),
  'host-invalid': host('not a host'),
  'length-text': length(() => ['many']),
  'length-negative': length((right) => [`-${right}`]),
  'length-signed': length((right) => [`+${right}`]),
  'length-list': length((right) => [`${right}, ${right + 1}`]),
  'length-doubled': length((right) => [String(right), '0']),
  'chunked-not-last': transferEncoding('chunked, plumbline', false, inChunks),
  'chunked-and-length': transferEncoding('chunked', true, (right) => Buffer.concat([Buffer.from('0\r\n\r\n'), right])),
  'chunk-size': transferEncoding('chunked', false, (right) =>
    Buffer.concat([Buffer.from(`${right.length.toString(16)}zz\r\n`), right, Buffer.from('\r\n0\r\n\r\n')]),
  ),
};

export const RAW_FAULTS: readonly string[] = Object.keys(FAULTS);

/** Time to wait for a second response, which would follow at once. */
const SECOND_RESPONSE_MS = 120;
/** Time without data before a small received part is parsed. */
const PAUSE_MS = 15;

/** All responses on the connection, in order; rejects with `TransportFailure` if none arrives. */
export async function sendOverSocket(
  request: WireRequest,
  fault: string,
  timeoutMs: number,
  maxBytes = MAX_RESPONSE_BYTES,
  connection: Connection = DIRECT_CONNECTION,
): Promise<readonly WireResponse[]> {
  // Checks everything but the planned fault, which is added later.
  assertSendable(request);
  const url = new URL(request.url);
  const made = rawTextOf(request, url, fault);
  try {
    const socket = await openSocket(url, connection, timeoutMs);
    return await readResponses(socket, textOf(request, url, made), { timeoutMs, maxBytes }, url.origin);
  } catch (error) {
    throw transportFailureOf(error, url.origin);
  }
}

/** The headers as they are sent. */
export function rawHeadersOf(request: WireRequest, fault: string): Fields {
  return rawTextOf(request, new URL(request.url), fault).fields;
}

function rawTextOf(request: WireRequest, url: URL, fault: string): RawText {
  const make = FAULTS[fault];
  if (make === undefined) throw notSentFailure('unsendable', `there is no raw fault "${fault}"`);
  const right = request.body ?? Buffer.alloc(0);
  const fields: Fields = [
    ['host', url.host],
    ...request.headers,
    ...(request.body === undefined ? [] : [['content-length', String(right.length)] as const]),
  ];
  return make({ fields, body: right });
}

/** The request and the beginning of a second one. A server that finds the end of the first in the wrong place responds to both. */
function textOf(request: WireRequest, url: URL, made: RawText): Buffer {
  const head = [
    `${request.method} ${url.pathname}${url.search} HTTP/1.1`,
    ...made.fields.map(([name, value]) => `${name}: ${value}`),
  ];
  const second = request.body === undefined ? '' : `GET ${url.pathname} HTTP/1.1\r\nhost: ${url.host}\r\n\r\n`;
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), made.body, Buffer.from(second)]);
}

/** Received bytes. The buffer doubles, and is parsed only when it has grown by a quarter: both keep the time linear. */
class Received {
  #room = Buffer.alloc(16 * 1024);
  #size = 0;
  #looked = 0;

  get bytes(): Buffer {
    return this.#room.subarray(0, this.#size);
  }

  get isWorthALook(): boolean {
    return this.#size > this.#looked + (this.#looked >> 2);
  }

  /** The complete responses. */
  look(): readonly WireResponse[] {
    this.#looked = this.#size;
    return parseHttpResponses(this.bytes, false).complete;
  }

  add(part: Buffer): void {
    const size = this.#size + part.length;
    if (size > this.#room.length) this.#room = Buffer.concat([this.bytes], Math.max(size, 2 * this.#room.length));
    part.copy(this.#room, this.#size);
    this.#size = size;
  }
}

function readResponses(
  socket: Socket,
  text: Buffer,
  limits: { readonly timeoutMs: number; readonly maxBytes: number },
  origin: string,
): Promise<readonly WireResponse[]> {
  return new Promise((resolve, reject) => {
    const received = new Received();
    let quiet: NodeJS.Timeout | undefined;
    let pause: NodeJS.Timeout | undefined;
    const late = setTimeout(() => finish(timeoutFailure(origin)), limits.timeoutMs);
    const end = (answers: readonly WireResponse[], failure: Error): void => {
      for (const timer of [late, quiet, pause]) clearTimeout(timer);
      socket.destroy();
      if (answers.length > 0) resolve(answers);
      else reject(failure);
    };
    const finish = (failure?: Error): void =>
      end(
        parseHttpResponses(received.bytes, true).complete,
        failure ?? new TransportFailure('reset', 'the connection was closed without an answer'),
      );
    const look = (): void => {
      if (received.look().length === 0) return;
      clearTimeout(quiet);
      quiet = setTimeout(finish, SECOND_RESPONSE_MS);
    };
    socket.on('data', (part: Buffer) => {
      clearTimeout(pause);
      // A response without a length does not end here and is incomplete.
      if (received.bytes.length + part.length > limits.maxBytes)
        return end(received.look(), sizeLimitFailure(limits.maxBytes));
      received.add(part);
      if (received.isWorthALook) look();
      else pause = setTimeout(look, PAUSE_MS);
    });
    socket.once('error', finish);
    socket.once('close', () => finish());
    // Written data waits until the socket is connected.
    socket.write(text);
  });
}
