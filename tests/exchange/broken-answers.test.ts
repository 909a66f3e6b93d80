/**
 * Services that break off, hang, trickle or speak something else, on real sockets: each is told by what it did, and
 * nothing waits for longer than the time that a request has. One row for each; `large-answers` has what is too much.
 */
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TransportFailure, type Transport, type WireResponse } from '../../src/exchange/transport.ts';
import { undiciTransport } from '../../src/exchange/undici-transport.ts';

type Act = (socket: Socket) => void;

const write =
  (...parts: readonly string[]): Act =>
  (socket) =>
    void socket.write(Buffer.from(parts.join('\r\n'), 'latin1'));
const end =
  (...parts: readonly string[]): Act =>
  (socket) =>
    void socket.end(Buffer.from(parts.join('\r\n'), 'latin1'));
const reset =
  (...parts: readonly string[]): Act =>
  (socket) =>
    void (parts.length === 0
      ? socket.resetAndDestroy()
      : socket.write(Buffer.from(parts.join('\r\n'), 'latin1'), () => setTimeout(() => socket.resetAndDestroy(), 50)));
/** A piece at a time, for as long as somebody reads. */
const trickle =
  (head: string, piece: string): Act =>
  (socket) => {
    socket.write(head);
    const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : void socket.write(piece)), 20);
    socket.on('close', () => clearInterval(timer));
  };

const OK = 'HTTP/1.1 200 OK';
/** What it does, by what of it is told: a failure's kind, or a status with content. */
const ROWS: readonly (readonly [what: string, act: Act, told: RegExp])[] = [
  ['a reset before anything', reset(), /^reset$/],
  ['an end before anything', end(''), /^reset$/],
  ['a reset in the headers', reset(OK, 'content-le'), /^reset$/],
  ['an end in the headers', end(OK, 'content-le'), /^reset$/],
  ['a reset in the content', reset(OK, 'content-length: 9', '', 'ab'), /^truncated$/],
  ['an end in the content', end(OK, 'content-length: 9', '', 'ab'), /^truncated$/],
  ['an end in a chunk', end(OK, 'transfer-encoding: chunked', '', '9', 'ab'), /^truncated$/],
  ['an end before the last chunk', end(OK, 'transfer-encoding: chunked', '', '2', 'ab', ''), /^truncated$/],
  ['silence', () => undefined, /^timeout$/],
  ['silence in the headers', write(OK, 'content-le'), /^timeout$/],
  ['silence in the content', write(OK, 'content-length: 9', '', 'ab'), /^timeout$/],
  ['a header that comes piece by piece', trickle(`${OK}\r\nx: `, 'a'), /^timeout$/],
  ['content that comes piece by piece', trickle(`${OK}\r\ncontent-length: 100000\r\n\r\n`, 'a'), /^timeout$/],
  ['chunks that come one by one', trickle(`${OK}\r\ntransfer-encoding: chunked\r\n\r\n`, '1\r\na\r\n'), /^timeout$/],
  ['1xx for ever', trickle('HTTP/1.1 103 Early Hints\r\n\r\n', 'HTTP/1.1 103 Early Hints\r\n\r\n'), /^timeout$/],
  ['a negative length', end(OK, 'content-length: -1', '', ''), /^protocol: the answer is not HTTP: .*content-length/i],
  [
    'a length past all numbers',
    end(OK, `content-length: ${'9'.repeat(40)}`, '', ''),
    /^protocol: the answer is not HTTP: .*length/i,
  ],
  ['a chunk of negative size', end(OK, 'transfer-encoding: chunked', '', '-1', 'a'), /^protocol: .*chunk size/],
  [
    'a folded header',
    end(OK, 'x-a: 1', ' 2', 'content-length: 0', '', ''),
    /^protocol: .*whitespace after header value/,
  ],
  ['a CR in a header', end(OK, 'x-a: 1\r2', 'content-length: 0', '', ''), /^protocol: the answer is not HTTP: ./],
  ['a space in a header name', end(OK, 'x a: 1', 'content-length: 0', '', ''), /^protocol: .*header token/],
  ['a header without a name', end(OK, ': 1', 'content-length: 0', '', ''), /^protocol: .*header token/],
  ['a status that is no number', end('HTTP/1.1 OK 200', '', ''), /^protocol: .*status/i],
  ['a status of four digits', end('HTTP/1.1 2000 OK', 'content-length: 0', '', ''), /^protocol: ./],
  ['a version that there is not', end('HTTP/9.9 200 OK', 'content-length: 0', '', ''), /^protocol: .*version/i],
  ['HTTP/0.9', end('<html>hello</html>'), /^protocol: the answer is not HTTP: expected http/i],
  ['SSH', end('SSH-2.0-OpenSSH_9.6', ''), /^protocol: the answer is not HTTP: expected http/i],
  ['an alert of TLS', end('\x15\x03\x01\x00\x02\x02\x46'), /^protocol: the answer is not HTTP: expected http/i],
  [
    'ten thousand headers',
    end(OK, ...Array.from({ length: 10_000 }, (_none, i) => `x-${i}: 1`), '', ''),
    /^unread: .*16 KB/,
  ],
  ['a header of a megabyte', end(OK, `x: ${'a'.repeat(1024 * 1024)}`, '', ''), /^unread: .*16 KB/],
];

let server: Server;
let base = '';
const open = new Set<Socket>();

beforeAll(async () => {
  server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
    socket.once('data', (data) => {
      const index = Number(/^GET \/(\d+) /.exec(data.toString('latin1'))?.[1] ?? -1);
      const row = ROWS[index];
      if (row === undefined) socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
      else row[1](socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  for (const socket of open) socket.destroy();
  server.close();
});

async function outcome(transport: Transport, path: string, timeoutMs: number): Promise<string> {
  const told = await transport.send({ method: 'GET', url: `${base}${path}`, headers: [] }, timeoutMs).then(
    ({ status, body }: WireResponse) => `${status} ${body.toString()}`,
    (error: unknown) => {
      if (error instanceof TransportFailure) return error;
      throw error;
    },
  );
  if (typeof told === 'string') return told;
  return ['protocol', 'unread'].includes(told.kind) ? `${told.kind}: ${told.message}` : told.kind;
}

describe.concurrent('a service whose answer is', () => {
  test.each(ROWS.map(([what, , told], index) => [what, index, told] as const))('%s', async (_what, index, told) => {
    // What hangs is waited for; all else is told as soon as it is seen, whatever the time.
    const hangs = /timeout/.test(told.source);
    const transport = undiciTransport(1);
    try {
      expect(await outcome(transport, `/${index}`, hangs ? 1500 : 600_000)).toMatch(told);
      // The one connection that this transport has is free for the next.
      expect(await outcome(transport, '/good', 600_000)).toBe('200 {}');
    } finally {
      await transport.close();
    }
  });
});
