/**
 * Answers that break off, hang, trickle or are something else than HTTP: what is written to the socket in place of an
 * answer, and how it is told. One row for each.
 */
import type { Socket } from 'node:net';

export type Act = (socket: Socket) => void;

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

/** What becomes of a connection before anything is asked on it, and how that is told. */
export type Door = 'refuses' | 'resets';
export const DOORS: readonly (readonly [what: string, door: Door, told: RegExp])[] = [
  ['a refusal to connect', 'refuses', /^refused$/],
  ['a reset as soon as it is connected', 'resets', /^reset$/],
];

/** What it does, by what of it is told: a failure's kind, or a status with content. */
export type BrokenAnswer = readonly [what: string, act: Act, told: RegExp];

export const BROKEN = {
  connections: [
    ['a reset before anything', reset(), /^reset$/],
    ['an end before anything', end(''), /^reset$/],
    ['a reset in the headers', reset(OK, 'content-le'), /^reset$/],
    ['an end in the headers', end(OK, 'content-le'), /^reset$/],
    ['a reset in the content', reset(OK, 'content-length: 9', '', 'ab'), /^truncated$/],
    ['an end in the content', end(OK, 'content-length: 9', '', 'ab'), /^truncated$/],
    ['an end in a chunk', end(OK, 'transfer-encoding: chunked', '', '9', 'ab'), /^truncated$/],
    ['an end before the last chunk', end(OK, 'transfer-encoding: chunked', '', '2', 'ab', ''), /^truncated$/],
  ],
  waiting: [
    ['silence', () => undefined, /^timeout$/],
    ['silence in the headers', write(OK, 'content-le'), /^timeout$/],
    ['silence in the content', write(OK, 'content-length: 9', '', 'ab'), /^timeout$/],
    ['a header that comes piece by piece', trickle(`${OK}\r\nx: `, 'a'), /^timeout$/],
    ['content that comes piece by piece', trickle(`${OK}\r\ncontent-length: 100000\r\n\r\n`, 'a'), /^timeout$/],
    ['chunks that come one by one', trickle(`${OK}\r\ntransfer-encoding: chunked\r\n\r\n`, '1\r\na\r\n'), /^timeout$/],
    ['1xx for ever', trickle('HTTP/1.1 103 Early Hints\r\n\r\n', 'HTTP/1.1 103 Early Hints\r\n\r\n'), /^timeout$/],
  ],
  framing: [
    [
      'a negative length',
      end(OK, 'content-length: -1', '', ''),
      /^protocol: the answer is not HTTP: .*content-length/i,
    ],
    [
      'a length past all numbers',
      end(OK, `content-length: ${'9'.repeat(40)}`, '', ''),
      /^protocol: the answer is not HTTP: .*length/i,
    ],
    ['a chunk of negative size', end(OK, 'transfer-encoding: chunked', '', '-1', 'a'), /^protocol: .*chunk size/],
  ],
  headers: [
    [
      'a folded header',
      end(OK, 'x-a: 1', ' 2', 'content-length: 0', '', ''),
      /^protocol: .*whitespace after header value/,
    ],
    ['a CR in a header', end(OK, 'x-a: 1\r2', 'content-length: 0', '', ''), /^protocol: the answer is not HTTP: ./],
    ['a space in a header name', end(OK, 'x a: 1', 'content-length: 0', '', ''), /^protocol: .*header token/],
    ['a header without a name', end(OK, ': 1', 'content-length: 0', '', ''), /^protocol: .*header token/],
    [
      'ten thousand headers',
      end(OK, ...Array.from({ length: 10_000 }, (_none, i) => `x-${i}: 1`), '', ''),
      /^unread: .*16 KB/,
    ],
    ['a header of a megabyte', end(OK, `x: ${'a'.repeat(1024 * 1024)}`, '', ''), /^unread: .*16 KB/],
  ],
  'other protocols': [
    ['a status that is no number', end('HTTP/1.1 OK 200', '', ''), /^protocol: .*status/i],
    ['a status of four digits', end('HTTP/1.1 2000 OK', 'content-length: 0', '', ''), /^protocol: ./],
    ['a version that there is not', end('HTTP/9.9 200 OK', 'content-length: 0', '', ''), /^protocol: .*version/i],
    ['HTTP/0.9', end('<html>hello</html>'), /^protocol: the answer is not HTTP: expected http/i],
    ['SSH', end('SSH-2.0-OpenSSH_9.6', ''), /^protocol: the answer is not HTTP: expected http/i],
    ['an alert of TLS', end('\x15\x03\x01\x00\x02\x02\x46'), /^protocol: the answer is not HTTP: expected http/i],
  ],
} as const satisfies Readonly<Record<string, readonly BrokenAnswer[]>>;
