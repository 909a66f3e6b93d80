/** Plain and fast: bulk reads, walks, and requests that Playwright would change on the way. */
import { defined } from '../record/defined.ts';
import type { Duplex, Readable } from 'node:stream';
import { Agent, buildConnector, errors, request as send, type Dispatcher } from 'undici';
import { decoded } from './content-coding.ts';
import { sendOverSocket } from './socket-transport.ts';
import {
  failureOf,
  MAX_RESPONSE_BYTES,
  refuseUnsendable,
  tooLarge,
  TransportFailure,
  type Transport,
  type WireRequest,
  type WireResponse,
} from './transport.ts';

/**
 * Services close idle connections when they like, seldom after less than two seconds and often without saying so. A
 * request on one that is just being closed is reset, and that would look like a service that breaks off.
 */
const MOST_IDLE_MS = 1000;

/** How long a request that was given up may take to let go of its connection, before no more is put behind it. */
const LET_GO_MS = 250;

export function undiciTransport(connections: number, maxBytes = MAX_RESPONSE_BYTES): Transport {
  const agents: Agent[] = [];
  const fresh = (): Agent => {
    const made = new Agent({
      connections,
      keepAliveTimeout: MOST_IDLE_MS,
      keepAliveMaxTimeout: MOST_IDLE_MS,
      pipelining: 1,
      connect: patientConnector(),
      maxResponseSize: maxBytes,
    });
    agents.push(made);
    return made;
  };
  let agent = fresh();
  return {
    send: async (request: WireRequest, timeoutMs: number): Promise<WireResponse> => {
      refuseUnsendable(request);
      const { origin } = new URL(request.url);
      const mine = agent;
      const giveUp = new AbortController();
      let timer: NodeJS.Timeout | undefined;
      // A timer of our own covers all of it: undici hears of no signal while a request waits for a connection.
      const late = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(
          () => reject(new TransportFailure('timeout', `${origin} did not answer in time`)),
          timeoutMs,
        );
      });
      const exchanged = exchange(mine, request, maxBytes, giveUp.signal);
      try {
        return await Promise.race([exchanged, late]);
      } catch (error) {
        const failure = failureOf(error, origin);
        if (failure.kind === 'timeout') {
          giveUp.abort(failure);
          void settles(exchanged, LET_GO_MS).then((hasLetGo) => {
            // The old one's other requests may end; nothing new waits behind what never does.
            if (!hasLetGo && agent === mine) agent = fresh();
          });
        }
        throw failure;
      } finally {
        clearTimeout(timer);
      }
    },
    sendRaw: (request, fault, timeoutMs) => sendOverSocket(request, fault, timeoutMs, maxBytes),
    // Closing in order would wait for what never ends.
    close: async () => {
      await Promise.all(agents.map((one) => one.destroy()));
    },
  };
}

async function exchange(
  dispatcher: Agent,
  request: WireRequest,
  maxBytes: number,
  signal: AbortSignal,
): Promise<WireResponse> {
  const response = await send(request.url, {
    dispatcher,
    method: request.method as Dispatcher.HttpMethod,
    headers: request.headers.flatMap(([name, value]) => [name, value]),
    ...defined({ body: request.body }),
    signal,
  }).catch(brokenHead);
  const body = await contentOf(response.body).catch((error: unknown) => brokenOff(error, maxBytes));
  return decoded({ status: response.statusCode, headers: headerList(response.headers), body }, maxBytes);
}

const SMALLEST_BLOCK = 1024;
const LARGEST_BLOCK = 64 * 1024;

/** Copied as it comes: a part of one byte is kept as an object of hundreds, and an answer may consist of millions of them. */
function contentOf(body: Readable): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const blocks: Buffer[] = [];
    let block = Buffer.allocUnsafe(0);
    let used = 0;
    let total = 0;
    body.on('data', (part: Buffer) => {
      for (let from = 0; from < part.length;) {
        if (used === block.length) {
          // Most answers come in one part, and need no more than it has; the longer one grows, the longer are its blocks.
          const room = Math.min(LARGEST_BLOCK, Math.max(SMALLEST_BLOCK, total));
          blocks.push((block = Buffer.allocUnsafe(Math.max(room, part.length - from))));
          used = 0;
        }
        const copied = part.copy(block, used, from);
        used += copied;
        from += copied;
        total += copied;
      }
    });
    body.once('error', reject);
    body.once('end', () => resolve(Buffer.concat([...blocks.slice(0, -1), block.subarray(0, used)])));
  });
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
function patientConnector(): buildConnector.connector {
  const connect = buildConnector({});
  return (options, callback) => {
    connect(options, (...result) => {
      if (result[0] === null) passOverContinue(result[1]);
      callback(...result);
    });
  };
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

/** Length of the 100 that the bytes begin with. */
function leading(bytes: Buffer): number {
  return CONTINUE.exec(bytes.subarray(0, 2048).toString('latin1'))?.[0].length ?? 0;
}

/** undici calls it a wrong length, whatever is wrong with a head that names one: nothing of the content was read yet. */
function brokenHead(error: unknown): never {
  const isHidden = error instanceof Error && 'code' in error && error.code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';
  throw isHidden
    ? new TransportFailure(
        'protocol',
        'the answer is not HTTP: its header section is malformed, or says the length of the content in two ways',
      )
    : error;
}

/** The head of the answer has come, so a connection that ends now has cut the answer short. */
function brokenOff(error: unknown, maxBytes: number): never {
  if (error instanceof errors.ResponseExceededMaxSizeError) throw tooLarge(maxBytes);
  const failure = failureOf(error, '');
  throw failure.kind === 'reset' ? new TransportFailure('truncated', 'the answer broke off') : error;
}

function headerList(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): readonly (readonly [string, string])[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : Array.isArray(value) ? value.map((v) => [name, v] as const) : [[name, value] as const],
  );
}
