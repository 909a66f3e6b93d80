/** Answers without an end, and small ones that unpack to large ones. */
import type { Socket } from 'node:net';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export const PART = Buffer.alloc(64 * 1024, 'a');
const CHUNK = Buffer.concat([Buffer.from(`${PART.length.toString(16)}\r\n`), PART, Buffer.from('\r\n')]);
const TINY = Buffer.from('1\r\na\r\n'.repeat(4000));
const packed = (coding: string, body: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(
      `HTTP/1.1 200 OK\r\ncontent-encoding: ${coding}\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n`,
    ),
    body,
  ]);
/** What each bomb is once unpacked. */
export const UNPACKED = 64 * 1024 * 1024;
const zeros = Buffer.alloc(UNPACKED);
export const BOMBS: Readonly<Record<string, Buffer>> = {
  '/gzip': packed('gzip', gzipSync(zeros)),
  '/brotli': packed('br', brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })),
  '/twice': packed('gzip, gzip', gzipSync(gzipSync(zeros))),
};
/** A head, and what is written after it for as long as somebody reads. */
export const ENDLESS: Readonly<Record<string, readonly [head: string, part: Buffer]>> = {
  '/chunks': ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', CHUNK],
  '/tiny-chunks': ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', TINY],
  '/until-closed': ['HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n', PART],
  '/length': ['HTTP/1.1 200 OK\r\ncontent-length: 1000000000\r\n\r\n', PART],
};

/** Writes for as long as somebody reads, and tells how much was taken. */
export function pour(
  socket: Socket,
  head: string,
  part: Buffer,
  took: (bytes: number) => void = () => undefined,
): void {
  socket.write(head);
  const more = (): void => {
    while (!socket.destroyed) {
      took(part.length);
      if (!socket.write(part)) break;
    }
  };
  socket.on('drain', more);
  more();
}
