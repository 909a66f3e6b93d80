/** The scalars of plain YAML; every pattern is sticky, so that it matches where its `lastIndex` stands. */
import type { Json } from './model.ts';

/** Keys are words; anything else is for the full parser. */
export const KEY = /[A-Za-z0-9_$./][A-Za-z0-9_$./*+-]*/y;
/** To the end of the line, its colons inside words and its hashes after no space; never beginning like something else. */
export const PLAIN = /(?:[^\s\-?:,[\]{}#&*!|>'"%@`]|[-?:](?=[^\s]))(?:[^\n :#]|:(?=[^\s])| +(?=[^\s#:])|(?<=[^\s])#| +:(?=[^\s]))*/y;
export const FLOW_PLAIN = /(?:[^\s\-?:,[\]{}#&*!|>'"%@`]|-(?=[^\s,[\]{}]))(?:[^\n :#,[\]{}]|:(?=[^\s,[\]{}])| +(?=[^\s#:,[\]{}])|(?<=[^\s])#)*/y;
export const DOUBLE_QUOTED = /"(?:[^"\\\n]|\\["\\/nt]|\\u[0-9A-Fa-f]{4})*"/y;
export const SINGLE_QUOTED = /'(?:[^'\n]|'')*'/y;

const RARE_NUMBER = /^(?:0o[0-7]+|0x[\da-fA-F]+|[-+]?(?:\d+\.\d*|\.\d+|\d+)(?:[eE][-+]?\d+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t' };

/** What a double-quoted text says. */
export function unescape(text: string): string {
  return text.replaceAll(/\\(?:u([0-9A-Fa-f]{4})|(.))/g, (_, code: string | undefined, letter: string | undefined) =>
    code === undefined ? (ESCAPES[letter ?? ''] ?? letter ?? '') : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** What a plain text says by the core schema of YAML 1.2; `undefined` for numbers that are rare or cannot be kept exactly. */
export function plainValue(source: string): Json | undefined {
  switch (source) {
    case '~':
    case 'null':
    case 'Null':
    case 'NULL':
      return null;
    case 'true':
    case 'True':
    case 'TRUE':
      return true;
    case 'false':
    case 'False':
    case 'FALSE':
      return false;
    default:
  }
  if (!/^[-+.\d]/.test(source)) return source;
  if (/^[-+]?\d+(?:\.\d+)?$/.test(source)) {
    const value = Number(source);
    return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : undefined;
  }
  return RARE_NUMBER.test(source) ? undefined : source;
}
