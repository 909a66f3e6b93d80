/** Parses the responses on a connection (RFC 9112 §6). */
import { firstHeader } from '../model/headers.ts';
import type { WireResponse } from './transport.ts';

export interface ParsedResponses {
  readonly complete: readonly WireResponse[];
  /** Bytes of an incomplete response. */
  readonly rest: Buffer;
}

/** `ended`: the connection is closed, which ends a response without a length. */
export function parseHttpResponses(bytes: Buffer, ended: boolean): ParsedResponses {
  const complete: WireResponse[] = [];
  let rest = bytes;
  for (;;) {
    const one = readOne(rest, ended);
    if (one === undefined) return { complete, rest };
    // Interim responses such as 100 (Continue) are skipped.
    if (one.response.status >= 200) complete.push(one.response);
    rest = rest.subarray(one.length);
    if (rest.length === 0) return { complete, rest };
  }
}

function readOne(
  bytes: Buffer,
  ended: boolean,
): { readonly response: WireResponse; readonly length: number } | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = /^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(first)?.[1];
  if (status === undefined) return undefined;
  const headers = lines.map(
    (line) =>
      [line.slice(0, Math.max(0, line.indexOf(':'))).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()] as const,
  );
  const content = contentOf(bytes.subarray(end + 4), Number(status), headers, ended);
  return content === undefined
    ? undefined
    : { response: { status: Number(status), headers, body: content.body }, length: end + 4 + content.length };
}

interface Content {
  readonly body: Buffer;
  readonly length: number;
}

function contentOf(
  bytes: Buffer,
  status: number,
  headers: WireResponse['headers'],
  ended: boolean,
): Content | undefined {
  if (status < 200 || status === 204 || status === 304) return { body: Buffer.alloc(0), length: 0 };
  const value = (name: string): string | undefined => firstHeader({ headers }, name);
  if (/(^|,)\s*chunked\s*$/i.test(value('transfer-encoding') ?? '')) return chunkedContent(bytes);
  const length = value('content-length');
  if (length === undefined) return ended ? { body: bytes, length: bytes.length } : undefined;
  // An invalid Content-Length counts as unknown.
  const size = /^\d{1,15}$/.test(length) ? Number(length) : Infinity;
  if (bytes.length < size) return ended ? { body: bytes, length: bytes.length } : undefined;
  return { body: bytes.subarray(0, size), length: size };
}

function chunkedContent(bytes: Buffer): Content | undefined {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const line = bytes.indexOf('\r\n', at);
    if (line < 0) return undefined;
    const digits = /^[0-9a-f]{1,12}(?=$|[;\s])/i.exec(bytes.subarray(at, line).toString('latin1'))?.[0];
    if (digits === undefined) return undefined;
    const size = Number.parseInt(digits, 16);
    at = line + 2;
    if (size === 0) {
      const length = afterTrailers(bytes, at);
      return length === undefined ? undefined : { body: Buffer.concat(parts), length };
    }
    if (bytes.length < at + size + 2) return undefined;
    parts.push(bytes.subarray(at, at + size));
    at += size + 2;
  }
}

/** End of chunked content: after the trailer fields and an empty line (RFC 9112 §7.1.2), or at the first line without a field. */
function afterTrailers(bytes: Buffer, from: number): number | undefined {
  let at = from;
  for (;;) {
    const line = bytes.indexOf('\r\n', at);
    if (line < 0) return undefined;
    if (line === at) return at + 2;
    if (!/^[^\s:]+:/.test(bytes.subarray(at, line).toString('latin1'))) return at;
    at = line + 2;
  }
}
