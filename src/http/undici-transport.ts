/** Sends with undici: bulk reads, pagination, and requests that Playwright would change. */
import { omitUndefined } from '../model/objects.ts';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { callbackify } from 'node:util';
import type { Agent, buildConnector, Dispatcher, errors } from 'undici';
import { type Connection, DIRECT_CONNECTION, certificateOfOrigin, openTunnel } from './connection.ts';
import { decompressResponse } from './response-content.ts';
import { sendOverSocket } from './socket-transport.ts';
import {
  timeoutAfter,
  transportFailureOf,
  MAX_RESPONSE_BYTES,
  assertSendable,
  sizeLimitFailure,
  type Transport,
  TransportFailure,
  type WireRequest,
  type WireResponse,
} from './transport.ts';

/** Loads only the parts of undici that send: the whole package takes as long to load as a small run takes to plan. */
const load = createRequire(import.meta.url);
const AgentOfMany = load('undici/lib/dispatcher/agent.js') as typeof Agent;
const connectorOf = load('undici/lib/core/connect.js') as typeof buildConnector;
const { ResponseExceededMaxSizeError } = load('undici/lib/core/errors.js') as typeof errors;

/**
 * Services close idle connections, seldom before two seconds and often without notice. A request on a connection that is being closed is
 * reset, which would look like a failure of the service.
 */
const MAX_IDLE_MS = 1000;

/** Timeout for the connection to a proxy; the same as undici's own. */
const CONNECT_MS = 10_000;

/** Time for a timed-out request to release its connection before a new agent is used. */
const RELEASE_MS = 250;

/** Smaller bodies are sent at once, whether the service reads them or not. */
const LARGE_BYTES = 64 * 1024;

/**
 * Large bodies get a connection of their own. A gateway may reject one without reading it to its end (RFC 9110 §15.5.14), and the next
 * request on that connection would wait forever. `Connection: close` would make some close it before the response arrives.
 */
function isLarge({ body }: WireRequest): boolean {
  return body !== undefined && body.length > LARGE_BYTES;
}

export function undiciTransport(
  connections: number,
  maxBytes = MAX_RESPONSE_BYTES,
  connection: Connection = DIRECT_CONNECTION,
): Transport {
  const agents = new Set<Agent>();
  const fresh = (): Agent => {
    const made = new AgentOfMany({
      connections,
      keepAliveTimeout: MAX_IDLE_MS,
      keepAliveMaxTimeout: MAX_IDLE_MS,
      pipelining: 1,
      connect: connectorWithoutContinue(connection),
      maxResponseSize: maxBytes,
    });
    agents.add(made);
    return made;
  };
  const drop = (made: Agent): void => {
    agents.delete(made);
    // Its connection may be full of unread data.
    void made.destroy();
  };
  let agent = fresh();
  return {
    send: async (request: WireRequest, timeoutMs: number): Promise<WireResponse> => {
      assertSendable(request);
      const url = new URL(request.url);
      const isAlone = isLarge(request);
      const usedAgent = isAlone ? fresh() : agent;
      const answer = new Answer(maxBytes);
      // Own timer, since undici's timeouts do not cover the wait for a connection.
      const late = timeoutAfter(url.origin, timeoutMs);
      const exchanged = exchange(usedAgent, url, request, answer);
      try {
        return decompressResponse(await Promise.race([exchanged, late.over]), maxBytes);
      } catch (error) {
        const failure = transportFailureOf(error, url.origin);
        if (failure.kind === 'timeout') {
          answer.giveUp(failure);
          void settlesWithin(exchanged, RELEASE_MS).then((hasLetGo) => {
            // Other requests of the old agent may end; new ones do not wait behind a hanging one.
            if (!hasLetGo && agent === usedAgent) agent = fresh();
          });
        }
        throw failure;
      } finally {
        late.end();
        if (isAlone) drop(usedAgent);
      }
    },
    sendRaw: (request, fault, timeoutMs) => sendOverSocket(request, fault, timeoutMs, maxBytes, connection),
    // A graceful close would wait for hanging requests.
    close: async () => {
      await Promise.all([...agents].map((one) => one.destroy()));
    },
  };
}

function exchange(dispatcher: Agent, url: URL, request: WireRequest, answer: Answer): Promise<WireResponse> {
  dispatcher.dispatch(
    {
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: request.method as Dispatcher.HttpMethod,
      headers: request.headers.flat(),
      ...omitUndefined({ body: request.body }),
    },
    answer,
  );
  return answer.whole;
}

const SMALLEST_BLOCK = 1024;
const LARGEST_BLOCK = 64 * 1024;

/** Collects a response as it arrives. A stream and an abort signal for each would cost more than all other work of sending. */
class Answer implements Dispatcher.DispatchHandler {
  readonly whole: Promise<WireResponse>;
  readonly #maxBytes: number;
  readonly #blocks: Buffer[] = [];
  #resolve: (response: WireResponse) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #givenUp: Error | undefined;
  #head: Pick<WireResponse, 'status' | 'headers'> | undefined;
  #used = 0;
  #total = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.whole = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** Aborts the request; `whole` rejects as soon as that is done. */
  giveUp(reason: Error): void {
    this.#givenUp = reason;
    this.#controller?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#givenUp !== undefined) controller.abort(this.#givenUp);
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: ReceivedHeaders): void {
    // Interim responses are ignored (RFC 9110 §15.2).
    if (status >= 200) this.#head = { status, headers: headerList(headers) };
  }

  /** Copies each part: a part of one byte is an object of hundreds of bytes, and a response may consist of millions of them. */
  onResponseData(_controller: Dispatcher.DispatchController, part: Buffer): void {
    let block = this.#blocks.at(-1);
    for (let from = 0; from < part.length;) {
      if (block === undefined || this.#used === block.length) {
        // Most responses come in one part and need no more space. Blocks grow with the response.
        const room = Math.min(LARGEST_BLOCK, Math.max(this.#total === 0 ? 0 : SMALLEST_BLOCK, this.#total));
        this.#blocks.push((block = Buffer.allocUnsafe(Math.max(room, part.length - from))));
        this.#used = 0;
      }
      const copied = part.copy(block, this.#used, from);
      this.#used += copied;
      from += copied;
      this.#total += copied;
    }
  }

  onResponseEnd(): void {
    if (this.#head === undefined) return;
    const last = this.#blocks.at(-1)?.subarray(0, this.#used);
    const body =
      last === undefined
        ? Buffer.allocUnsafe(0)
        : this.#blocks.length === 1
          ? last
          : Buffer.concat([...this.#blocks.slice(0, -1), last]);
    const { status, headers } = this.#head;
    this.#resolve({ status, headers, body });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#reject(this.#head === undefined ? headerFailure(error) : bodyFailure(error, this.#maxBytes));
  }
}

/** Whether a promise settles within a time. */
async function settlesWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const ended = promise.then(
    () => true,
    () => true,
  );
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([ended, waited]);
  } finally {
    clearTimeout(timer);
  }
}

/** Connections that ignore 100 (Continue). */
function connectorWithoutContinue(connection: Connection): buildConnector.connector {
  const connect = connectorTo(connection);
  return (options, callback) => {
    connect(options, (...result) => {
      if (result[0] === null) skipContinue(result[1]);
      callback(...result);
    });
  };
}

/** Connects directly or through a tunnel, with the client certificate for its origins. */
function connectorTo(connection: Connection): buildConnector.connector {
  const plain = connectorOf({});
  if (connection === DIRECT_CONNECTION) return plain;
  const certified = connectorOf({ ...connection.certificate?.shown });
  const dial = async (options: buildConnector.Options): Promise<Socket> => {
    const origin = `${options.protocol}//${options.host ?? options.hostname}`;
    const connect = certificateOfOrigin(origin, connection) === undefined ? plain : certified;
    const httpSocket = await openTunnel(options, connection, CONNECT_MS);
    if (httpSocket !== undefined && options.protocol !== 'https:') return httpSocket;
    return connected(connect, { ...options, ...omitUndefined({ httpSocket }) });
  };
  return (options, callback) => {
    callbackify(dial)(options, (error: Error | null, socket) => {
      if (error === null) callback(null, socket);
      else callback(error, null);
    });
  };
}

function connected(connect: buildConnector.connector, options: buildConnector.Options): Promise<Socket> {
  return new Promise((resolve, reject) => {
    connect(options, (...[error, socket]) => {
      if (error === null) resolve(socket);
      else reject(error);
    });
  });
}

const CONTINUE = /^HTTP\/1\.[01] 100(?: [^\r\n]*)?\r\n(?:[^\r\n]+\r\n)*\r\n/;

/**
 * RFC 9110 §15.2: a client must accept unexpected 1xx responses. undici destroys the connection at an unexpected 100, so it is removed
 * here. Only the first bytes after a write can begin a response.
 */
function skipContinue(socket: Duplex & { readonly bytesWritten: number }): void {
  const read = socket.read.bind(socket);
  let answered = 0;
  socket.read = (size?: number): unknown => {
    if (size === 0) return read(size);
    for (;;) {
      const chunk: unknown = read(size);
      if (!Buffer.isBuffer(chunk) || socket.bytesWritten === answered) return chunk;
      let rest = chunk;
      for (let head = interimLength(rest); head > 0; head = interimLength(rest)) rest = rest.subarray(head);
      if (rest.length === 0) continue;
      answered = socket.bytesWritten;
      return rest;
    }
  };
}

const [FIRST_OF_STATUS, ONE] = [9, 0x31] as const;

/** Length of a 100 response at the beginning. */
function interimLength(bytes: Buffer): number {
  if (bytes[FIRST_OF_STATUS] !== ONE) return 0;
  return CONTINUE.exec(bytes.subarray(0, 2048).toString('latin1'))?.[0].length ?? 0;
}

/** undici reports a wrong length for every malformed header section with Content-Length: the content was not read yet. */
function headerFailure(error: Error): Error {
  const isHidden = 'code' in error && error.code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';
  return isHidden
    ? new TransportFailure(
        'protocol',
        'the answer is not HTTP: its header section is malformed, or says the length of the content in two ways',
      )
    : error;
}

/** A connection that ends after the header section has truncated the response. */
function bodyFailure(error: Error, maxBytes: number): Error {
  if (error instanceof ResponseExceededMaxSizeError) return sizeLimitFailure(maxBytes);
  const failure = transportFailureOf(error, '');
  return failure.kind === 'reset' ? new TransportFailure('truncated', 'the answer broke off') : error;
}

type ReceivedHeaders = Readonly<Record<string, string | string[] | undefined>>;

function headerList(headers: ReceivedHeaders): readonly (readonly [string, string])[] {
  const list: (readonly [string, string])[] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (Array.isArray(value)) for (const one of value) list.push([name, one]);
    else if (value !== undefined) list.push([name, value]);
  }
  return list;
}
