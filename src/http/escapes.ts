/** What a text says once its escapes are read: percent-encoding, the escapes of JSON and JavaScript, entities of HTML. */
import { ownMember } from '../record/json.ts';

export interface UnescapedText {
  readonly text: string;
  /** Where each of its characters begins in the text as it was written, and last, where that ends. */
  readonly starts: Int32Array;
}

const ESCAPE =
  /%[0-9a-f]{2}|\\(?:u\{[0-9a-f]{1,6}\}|u[0-9a-f]{4}|x[0-9a-f]{2}|["'\\/bfnrt])|&(?:#\d{1,7}|#x[0-9a-f]{1,6}|amp|lt|gt|quot|apos);/gi;
const MAY_HOLD = /[%\\&]/;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const LETTERS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** One level of escapes read; undefined where there is none. Bytes that are percent-encoded come as one character each. */
export function unescaped(text: string): UnescapedText | undefined {
  if (!MAY_HOLD.test(text)) return undefined;
  const parts: string[] = [];
  const starts = new Int32Array(text.length + 1);
  let length = 0;
  let from = 0;
  const keep = (to: number): void => {
    parts.push(text.slice(from, to));
    for (let index = from; index < to; index += 1) starts[length++] = index;
  };
  for (const match of text.matchAll(ESCAPE)) {
    keep(match.index);
    const meant = meaning(match[0]);
    parts.push(meant);
    for (let index = 0; index < meant.length; index += 1) starts[length++] = match.index;
    from = match.index + match[0].length;
  }
  if (from === 0) return undefined;
  keep(text.length);
  starts[length] = text.length;
  return { text: parts.join(''), starts: starts.subarray(0, length + 1) };
}

function meaning(escape: string): string {
  const hexadecimal = /^(?:%|\\u\{?|\\x|&#x)([0-9a-f]+)/i.exec(escape)?.[1];
  const decimal = /^&#(\d+)/.exec(escape)?.[1];
  const code =
    hexadecimal !== undefined ? Number.parseInt(hexadecimal, 16) : decimal !== undefined ? Number(decimal) : undefined;
  if (code !== undefined) return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
  if (escape.startsWith('&')) return ownMember(NAMED, escape.slice(1, -1).toLowerCase()) ?? escape;
  const letter = escape.slice(1);
  return LETTERS[letter] ?? letter;
}
