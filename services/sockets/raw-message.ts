import { STATUS_CODES } from 'node:http';
import type { Writable } from 'node:stream';
import { forbidsBody, type Reply } from '../http/message.ts';

/**
 * Writes a reply past node:http, and ends the connection: for requests that node:http cannot parse, such as
 * one with a method it does not know, and for messages it would not let through.
 */
export function writeRaw(socket: Writable | null | undefined, { status, headers, body, wire }: Reply): void {
  if (!socket || socket.destroyed || !socket.writable) return;
  const isBare = body === undefined || (forbidsBody(status) && wire !== 'content-unasked');
  const content = isBare ? '' : body;
  const bytes = Buffer.from(content, wire === 'latin-1' ? 'latin1' : 'utf8');
  const length = bytes.length + (wire === 'length-wrong' ? 1 : 0);
  const isChunked = wire === 'length-beside-chunks';
  const lines = [
    `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(wire === 'date-twice' ? [`date: ${headers['date'] ?? ''}`] : []),
    ...(isChunked ? ['transfer-encoding: chunked'] : []),
    ...(wire === 'content-unasked' ? [] : [`content-length: ${String(length)}`]),
    'connection: close',
  ];
  const chunk = (part: Buffer): readonly Buffer[] => [
    Buffer.from(`${part.length.toString(16)}\r\n`),
    part,
    Buffer.from('\r\n'),
  ];
  const message = isChunked ? [...(bytes.length > 0 ? chunk(bytes) : []), ...chunk(Buffer.alloc(0))] : [bytes];
  socket.end(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), ...message]));
}
