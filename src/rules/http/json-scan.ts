/** One pass over the text of a JSON document, for what a parser keeps to itself. */
import type { RecordedResponse } from '../../record/exchange.ts';

export interface JsonScan {
  /** Names that stand twice in one object. */
  readonly repeated: readonly string[];
  /** Number texts, as written. */
  readonly numbers: readonly string[];
}

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** Of the answer that was judged last: the rules that ask for it follow one another. */
let latest: { readonly response: RecordedResponse; readonly scan: JsonScan } | undefined;

/** Of an answer whose body is known to be JSON. */
export function scanOf(response: RecordedResponse): JsonScan {
  if (latest?.response !== response) latest = { response, scan: scanJson(response.body) };
  return latest.scan;
}

/** Reads a text that is known to be JSON. Iterative, so that no depth of nesting exhausts the stack. */
export function scanJson(text: string): JsonScan {
  const repeated: string[] = [];
  const numbers: string[] = [];
  const frames: (Set<string> | undefined)[] = [];
  let expectsName = false;
  let at = 0;
  while (at < text.length) {
    const char = text[at];
    if (char === '"') {
      const end = endOfText(text, at);
      const names = frames[frames.length - 1];
      if (expectsName && names !== undefined) {
        const name = nameOf(text.slice(at, end));
        if (names.has(name)) repeated.push(name);
        names.add(name);
        expectsName = false;
      }
      at = end;
      continue;
    }
    if (char === '{' || char === '[') {
      frames.push(char === '{' ? new Set() : undefined);
      expectsName = char === '{';
    } else if (char === '}' || char === ']') {
      frames.pop();
      expectsName = false;
    } else if (char === ',') {
      expectsName = frames[frames.length - 1] !== undefined;
    } else if (char === '-' || (char !== undefined && char >= '0' && char <= '9')) {
      NUMBER.lastIndex = at;
      const number = NUMBER.exec(text)?.[0] ?? char;
      numbers.push(number);
      at += number.length;
      continue;
    }
    at += 1;
  }
  return { repeated, numbers };
}

/** Index after the closing quote of the text that begins at `start`. */
function endOfText(text: string, start: number): number {
  const end = text.indexOf('"', start + 1);
  // Hardly any quote stands behind an escape.
  if (end !== -1 && text[end - 1] !== '\\') return end + 1;
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

function nameOf(quoted: string): string {
  return quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
}
