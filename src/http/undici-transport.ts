/** Plain and fast: bulk reads, walks, and requests that Playwright would change on the way. */
import { defined } from '../model/objects.ts';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { callbackify } from 'node:util';
import type { Agent, buildConnector, Dispatcher, errors } from 'undici';
import { type Connection, DIRECT, shownTo, tunnelTo } from './connection.ts';
import { decoded } from './response-content.ts';
import { sendOverSocket } from './socket-transport.ts';
import {
  deadline,
  failureOf,
  MAX_RESPONSE_BYTES,
  refuseUnsendable,
  tooLarge,
  type Transport,
  TransportFailure,
  type WireRequest,
  type WireResponse,
} from './transport.ts';

/** No more of it than what sends: with its caches, mocks and sockets of the web it takes as long to load as a small run to plan. */
const load = createRequire(import.meta.url);
const AgentOfMany = load('undici/lib/dispatcher/agent.js') as typeof Agent;
const connectorOf = load('undici/lib/core/connect.js') as typeof buildConnector;
const { ResponseExceededMaxSizeError } = load('undici/lib/core/errors.js') as typeof errors;

/**
 * Services close idle connections when they like, seldom after less than two seconds and often without saying so. A
 * request on one that is just being closed is reset, and that would look like a service that breaks off.
 */
const MOST_IDLE_MS = 1000;

/** How long a proxy may take to connect; undici takes no longer itself. */
const CONNECT_MS = 10_000;

/** How long a request that was given up may take to let go of its connection, before no more is put behind it. */
const LET_GO_MS = 250;

/** What is shorter has left, whether anybody reads it or not. */
const LARGE_BYTES = 64 * 1024;

/**
 * A gateway may refuse a large content without reading it to its end (RFC 9110 §15.5.14). What is sent next on that connection waits
 * behind the rest of it for ever, so it has one of its own. To ask for its end, by Connection, would make some close it before the
 * refusal has come through.
 */
function isLarge({ body }: WireRequest): boolean {
  return body !== undefined && body.length > LARGE_BYTES;
}

export function undiciTransport(
  connections: number,
  maxBytes = MAX_RESPONSE_BYTES,
  connection: Connection = DIRECT,
): Transport {
  const agents = new Set<Agent>();
  const fresh = (): Agent => {
    const made = new AgentOfMany({
      connections,
      keepAliveTimeout: MOST_IDLE_MS,
      keepAliveMaxTimeout: MOST_IDLE_MS,
      pipelining: 1,
      connect: patientConnector(connection),
      maxResponseSize: maxBytes,
    });
    agents.add(made);
    return made;
  };
  const drop = (made: Agent): void => {
    agents.delete(made);
    // Its connection may be full of what nobody reads.
    void made.destroy();
  };
  let agent = fresh();
  return {
    send: async (request: WireRequest, timeoutMs: number): Promise<WireResponse> => {
      refuseUnsendable(request);
      const url = new URL(request.url);
      const isAlone = isLarge(request);
      const mine = isAlone ? fresh() : agent;
      const answer = new Answer(maxBytes);
      // A timer of our own covers all of it: undici hears of nothing while a request waits for a connection.
      const late = deadline(url.origin, timeoutMs);
      const exchanged = exchange(mine, url, request, answer);
      try {
        return decoded(await Promise.race([exchanged, late.over]), maxBytes);
      } catch (error) {
        const failure = failureOf(error, url.origin);
        if (failure.kind === 'timeout') {
          answer.giveUp(failure);
          void settles(exchanged, LET_GO_MS).then((hasLetGo) => {
            // The old one's other requests may end; nothing new waits behind what never does.
            if (!hasLetGo && agent === mine) agent = fresh();
          });
        }
        throw failure;
      } finally {
        late.end();
        if (isAlone) drop(mine);
      }
    },
    sendRaw: (request, fault, timeoutMs) => sendOverSocket(request, fault, timeoutMs, maxBytes, connection),
    // Closing in order would wait for what never ends.
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
      ...defined({ body: request.body }),
    },
    answer,
  );
  return answer.whole;
}

const SMALLEST_BLOCK = 1024;
const LARGEST_BLOCK = 64 * 1024;

/** Takes an answer as it comes. A stream for each, and a signal to end it, would cost more than all else that sending does. */
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

  /** Lets go of the connection, or takes none: `whole` rejects as soon as it has. */
  giveUp(reason: Error): void {
    this.#givenUp = reason;
    this.#controller?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#givenUp !== undefined) controller.abort(this.#givenUp);
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: ReceivedHeaders): void {
    // Interim answers are passed over (RFC 9110 §15.2).
    if (status >= 200) this.#head = { status, headers: headerList(headers) };
  }

  /** Copied as it comes: a part of one byte is kept as an object of hundreds, and an answer may consist of millions of them. */
  onResponseData(_controller: Dispatcher.DispatchController, part: Buffer): void {
    let block = this.#blocks.at(-1);
    for (let from = 0; from < part.length;) {
      if (block === undefined || this.#used === block.length) {
        // Most answers come in one part, and need no more than it has; the longer one grows, the longer are its blocks.
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
    this.#reject(this.#head === undefined ? brokenHead(error) : brokenOff(error, this.#maxBytes));
  }
}

/** Whether a promise settles within a time, one way or the other. */
async function settles(promise: Promise<unknown>, ms: number): Promise<boolean> {
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

/** Connections on which 100 (Continue) before an answer is passed over. */
function patientConnector(connection: Connection): buildConnector.connector {
  const connect = connectorTo(connection);
  return (options, callback) => {
    connect(options, (...result) => {
      if (result[0] === null) passOverContinue(result[1]);
      callback(...result);
    });
  };
}

/** Directly, or in a tunnel; with the certificate of the client where that is for the host. */
function connectorTo(connection: Connection): buildConnector.connector {
  const plain = connectorOf({});
  if (connection === DIRECT) return plain;
  const certified = connectorOf({ ...connection.certificate?.shown });
  const dial = async (options: buildConnector.Options): Promise<Socket> => {
    const origin = `${options.protocol}//${options.host ?? options.hostname}`;
    const connect = shownTo(origin, connection) === undefined ? plain : certified;
    const httpSocket = await tunnelTo(options, connection, CONNECT_MS);
    if (httpSocket !== undefined && options.protocol !== 'https:') return httpSocket;
    return connected(connect, { ...options, ...defined({ httpSocket }) });
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
 * RFC 9110 §15.2: a client has to bear 1xx answers that it did not ask for. undici destroys the connection at an unasked
 * 100, so it never gets to see one. Only what begins an answer is looked at: the first bytes after something was written.
 */
function passOverContinue(socket: Duplex & { readonly bytesWritten: number }): void {
  const read = socket.read.bind(socket);
  let answered = 0;
  socket.read = (size?: number): unknown => {
    if (size === 0) return read(size);
    for (;;) {
      const chunk: unknown = read(size);
      if (!Buffer.isBuffer(chunk) || socket.bytesWritten === answered) return chunk;
      let rest = chunk;
      for (let head = leading(rest); head > 0; head = leading(rest)) rest = rest.subarray(head);
      if (rest.length === 0) continue;
      answered = socket.bytesWritten;
      return rest;
    }
  };
}

const [FIRST_OF_STATUS, ONE] = [9, 0x31] as const;

/** Length of the 100 that the bytes begin with. */
function leading(bytes: Buffer): number {
  if (bytes[FIRST_OF_STATUS] !== ONE) return 0;
  return CONTINUE.exec(bytes.subarray(0, 2048).toString('latin1'))?.[0].length ?? 0;
}

/** undici calls it a wrong length, whatever is wrong with a head that names one: nothing of the content was read yet. */
function brokenHead(error: Error): Error {
  const isHidden = 'code' in error && error.code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';
  return isHidden
    ? new TransportFailure(
        'protocol',
        'the answer is not HTTP: its header section is malformed, or says the length of the content in two ways',
      )
    : error;
}

/** The head of the answer has come, so a connection that ends now has cut the answer short. */
function brokenOff(error: Error, maxBytes: number): Error {
  if (error instanceof ResponseExceededMaxSizeError) return tooLarge(maxBytes);
  const failure = failureOf(error, '');
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
