import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { GatewayError } from '../http/gateway-error.ts';
import type { Answer, Call, Reply } from '../http/message.ts';
import { largestHead, nodeListener, pathOf, writeRaw } from './node-adapter.ts';

export class PortInUseError extends Error {
  override readonly name = 'PortInUseError';
  readonly port: number;

  constructor(port: number) {
    super(`Port ${String(port)} is in use`);
    this.port = port;
  }
}

/** One service on one socket. */
export interface Listener {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** The answer to a request that is no HTTP. */
export type Malformed = (error: GatewayError) => Reply;

export async function listenOn(
  answer: Answer,
  host: string,
  port: number,
  malformed: Malformed = (error) => error.reply(),
): Promise<Listener> {
  // A request without Host is refused with all others that do not name one.
  const server = createServer(
    { maxHeaderSize: largestHead, requireHostHeader: false },
    nodeListener(answer, malformed),
  );
  // Longer than a client keeps an idle connection, so that the client is the one to close it.
  server.keepAliveTimeout = 65_000;
  answerTheUnparsable(server, answer, malformed);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new PortInUseError(port) : error);
    });
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  const name = host.includes(':') ? `[${host}]` : host;
  return { url: `http://${name}:${String(address.port)}`, port: address.port, close: () => closeServer(server) };
}

/** Closes the listener and every connection on it. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}

interface ParseError extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
}

/** node:http parses the methods it knows; any other must still be answered 405 with Allow, as must CONNECT. */
function answerTheUnparsable(server: Server, answer: Answer, malformed: Malformed): void {
  const reply = (socket: Duplex, call: Call | undefined, error?: ParseError): void => {
    const answered = call ? answer(call) : Promise.resolve(malformed(badRequest(error?.code)));
    answered.then(
      (result) => {
        writeRaw(socket, { ...result, headers: { date: new Date().toUTCString(), ...result.headers } });
      },
      () => {
        socket.destroy();
      },
    );
  };
  server.on('clientError', (error: ParseError, socket) => {
    // A connection that the client reset has nobody to answer.
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else reply(socket, error.code === 'HPE_INVALID_METHOD' ? callOf(error.rawPacket) : undefined, error);
  });
  server.on('connect', (request, socket) => {
    reply(socket, bareCall('CONNECT', pathOf(request.url ?? '/')));
  });
}

function callOf(packet: Buffer | undefined): Call | undefined {
  const line = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+) (\S+) HTTP\/1\.[01]\r\n/.exec(packet?.toString('latin1') ?? '');
  const [, method, target] = line ?? [];
  return method === undefined || target === undefined ? undefined : bareCall(method, pathOf(target));
}

function bareCall(method: string, path: string): Call {
  return {
    method,
    path,
    query: '',
    header: () => undefined,
    hasBody: false,
    read: () => Promise.resolve(new Uint8Array()),
  };
}

function badRequest(code: string | undefined): GatewayError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new GatewayError(431, { code: 'headers_too_large', detail: 'The header fields are too long.' });
  }
  return new GatewayError(400, { code: 'malformed_request', detail: 'The request is not well-formed HTTP.' });
}
