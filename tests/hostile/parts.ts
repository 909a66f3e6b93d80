/** Answers with an unasked 1xx before them, with a content coding that nobody asked for, and malformed ones that were told alike once. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Socket } from 'node:net';

const ok = (body: string | Buffer, ...fields: readonly string[]): Buffer =>
  Buffer.concat([
    Buffer.from(['HTTP/1.1 200 OK', `content-length: ${Buffer.byteLength(body)}`, ...fields, '', ''].join('\r\n')),
    Buffer.from(body),
  ]);
export const CONTINUE = Buffer.from('HTTP/1.1 100 Continue\r\n\r\n');
const LINKED = Buffer.from('HTTP/1.1 100 Go on\r\nlink: </a>\r\n\r\n');
const chunked = (text: string): Buffer => Buffer.from(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${text}`);

/** What is written for a path, part by part: each reaches the other side before the next one is written. */
export const PARTS: Readonly<Record<string, readonly Buffer[]>> = {
  '/continue': [Buffer.concat([CONTINUE, ok('{"a":1}')])],
  '/continue-apart': [CONTINUE, ok('{"a":1}')],
  '/continue-twice': [Buffer.concat([CONTINUE, LINKED]), CONTINUE, ok('{"a":1}')],
  '/early-hints': [Buffer.from('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'), ok('{"a":1}')],
  '/continue-in-content': [
    Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${CONTINUE.length + 2}\r\n\r\n`),
    Buffer.concat([CONTINUE, Buffer.from('{}')]),
  ],
  '/chunk-size': [chunked('zz\r\nhello\r\n0\r\n\r\n')],
  '/chunk-overflow': [chunked('ffffffffffffffffff\r\nhello\r\n0\r\n\r\n')],
  '/chunk-end': [chunked('5\r\nhelloXX0\r\n\r\n')],
  '/length-text': [Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: many\r\n\r\n{}')],
  '/length-twice': [Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 9\r\n\r\n{}')],
  '/length-and-chunked': [
    Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'),
  ],
  '/no-colon': [Buffer.from('HTTP/1.1 200 OK\r\nno colon here\r\n\r\n')],
  '/field-nul': [Buffer.from('HTTP/1.1 200 OK\r\nx-a: one\0two\r\ncontent-length: 2\r\n\r\n{}')],
  '/huge-head': [ok('{}', `x-huge: ${'a'.repeat(200_000)}`)],
  '/no-http': [Buffer.from('SSH-2.0-OpenSSH\r\n\r\n')],
  '/gzip': [ok(gzipSync('{"packed":"gzip"}'), 'content-encoding: gzip')],
  '/deflate': [ok(deflateSync('{"packed":"deflate"}'), 'content-encoding: deflate')],
  '/brotli': [ok(brotliCompressSync('{"packed":"br"}'), 'content-encoding: br')],
  '/twice': [ok(gzipSync(deflateSync('{"packed":"twice"}')), 'content-encoding: deflate, GZIP')],
  '/gzip-not-done': [ok('{"plain":true}', 'content-encoding: gzip')],
  '/gzip-bomb': [ok(gzipSync(Buffer.alloc(80 * 1024 * 1024)), 'content-encoding: gzip')],
  '/unknown-coding': [ok('{"kept":true}', 'content-encoding: zebra')],
  '/inherited-coding': [ok('{"kept":true}', 'content-encoding: __proto__, constructor')],
};

export async function writeParts(socket: Socket, parts: readonly Buffer[]): Promise<void> {
  socket.setNoDelay();
  for (const part of parts) await new Promise<void>((resolve) => socket.write(part, () => setTimeout(resolve, 20)));
}

/** What a test asks for without a path of its own. */
export const GOOD: readonly Buffer[] = [ok('{}')];
