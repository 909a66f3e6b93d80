import { STATUS_CODES } from 'node:http';
import type { Writable } from 'node:stream';
import { forbidsBody, type Reply } from '../http/message.ts';

/**
 * Writes a reply past node:http, and ends the connection: for requests that node:http cannot parse, such as
 * one with a method it does not know, and for messages it would not let through.
 */
export function writeRaw(socket: Writable | null | undefined, { status, headers, body }: Reply): void {
  if (!socket || socket.destroyed || !socket.writable) return;
  const content = forbidsBody(status) || body === undefined ? '' : body;
  const lines = [
    `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${String(Buffer.byteLength(content))}`,
    'connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${content}`);
}
