export class MalformedJsonError extends Error {
  override readonly name = 'MalformedJsonError';
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new MalformedJsonError('The text is not UTF-8.');
  }
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new MalformedJsonError('The text is not JSON.');
  }
}

interface Frame {
  /** Names seen so far, for an object; `undefined` for an array. */
  readonly names: Set<string> | undefined;
  /** Name or index of the member being read. */
  member: string | number;
}

/**
 * The pointer of the first member whose name its object has already used. `JSON.parse` keeps the last of
 * two members of one name and says nothing, so a second reading is the only way to see the first.
 * The text must be valid JSON. Iterative, so that no depth of nesting exhausts the stack.
 */
export function duplicateName(text: string): string | undefined {
  const frames: Frame[] = [];
  let frame: Frame | undefined;
  let expectsName = false;
  let at = 0;
  while (at < text.length) {
    const character = text.charCodeAt(at);
    if (character === 0x22 /* " */) {
      const end = endOfString(text, at);
      if (expectsName && frame?.names) {
        const name = nameOf(text.slice(at + 1, end - 1));
        frame.member = name;
        if (frame.names.has(name)) return frames.reduce((pointer, { member }) => below(pointer, member), '');
        frame.names.add(name);
        expectsName = false;
      }
      at = end;
      continue;
    }
    if (character === 0x7b /* { */ || character === 0x5b /* [ */) {
      expectsName = character === 0x7b;
      frame = { names: expectsName ? new Set() : undefined, member: expectsName ? '' : 0 };
      frames.push(frame);
    } else if (character === 0x7d /* } */ || character === 0x5d /* ] */) {
      frames.pop();
      frame = frames.at(-1);
      expectsName = false;
    } else if (character === 0x2c /* , */ && frame) {
      expectsName = frame.names !== undefined;
      if (typeof frame.member === 'number') frame.member += 1;
    }
    at += 1;
  }
  return undefined;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return text.length;
    let backslashes = 0;
    while (text.charCodeAt(quote - 1 - backslashes) === 0x5c) backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

function nameOf(raw: string): string {
  return raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
}

/** One more reference token on an RFC 6901 pointer. */
export function below(pointer: string, member: string | number): string {
  return `${pointer}/${String(member).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
