/**
 * Lays a JSON text out in lines, each with the pointer of what it shows. It works on the text itself: a duplicate name,
 * a number beyond 2^53 and the place where a truncated body ends are all shown as they came.
 */
import { defined } from '../../record/defined.ts';
import { pointerPart } from '../../record/pointer.ts';

export interface JsonLine {
  readonly indent: number;
  readonly text: string;
  /** JSON Pointer of the value that starts here; absent on the line that closes it. */
  readonly pointer?: string;
}

interface Level {
  readonly pointer: string;
  readonly array: boolean;
  index: number;
}

const TOKEN = /\s*(?:("(?:[^"\\]|\\.)*")|([{}[\],:])|(-?[\w.+-]+))/y;
/** A body larger than this is shown as it is. */
const MOST_CHARACTERS = 400_000;

/** The lines, or nothing where the text does not begin like an object or array, or is not JSON before its end. */
export function jsonLines(text: string): JsonLine[] | undefined {
  if (text.length > MOST_CHARACTERS || !/^\s*[[{]/.test(text)) return undefined;
  const lines: JsonLine[] = [];
  const levels: Level[] = [];
  let line = '';
  let pointer: string | undefined = '';
  let name: string | undefined;
  const flush = (): void => {
    if (line !== '') lines.push({ indent: levels.length, text: line, ...defined({ pointer }) });
    line = '';
    pointer = undefined;
  };
  const begin = (): string => {
    const level = levels[levels.length - 1];
    const here = level === undefined ? '' : `${level.pointer}/${level.array ? level.index : escapeStep(name ?? '')}`;
    pointer ??= here;
    return here;
  };
  TOKEN.lastIndex = 0;
  let at = 0;
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (match === null) break;
    at = TOKEN.lastIndex;
    const [, quoted, sign, word] = match;
    const level = levels[levels.length - 1];
    // Something after the end: it only began like JSON.
    if (level === undefined && lines.length > 0) return undefined;
    if (sign === '{' || sign === '[') {
      const here = begin();
      const empty = new RegExp(`\\s*\\${sign === '{' ? '}' : ']'}`, 'y');
      empty.lastIndex = at;
      if (empty.test(text)) {
        line += sign === '{' ? '{}' : '[]';
        at = empty.lastIndex;
        continue;
      }
      line += sign;
      flush();
      levels.push({ pointer: here, array: sign === '[', index: 0 });
      name = undefined;
    } else if (sign === '}' || sign === ']') {
      flush();
      if (levels.pop() === undefined) return undefined;
      line = sign;
    } else if (sign === ',') {
      line += ',';
      flush();
      name = undefined;
      if (level !== undefined) level.index++;
    } else if (sign === ':') {
      line += ': ';
    } else if (quoted !== undefined && level !== undefined && !level.array && name === undefined) {
      name = unquote(quoted);
      begin();
      line += quoted;
    } else {
      begin();
      line += quoted ?? word ?? '';
    }
  }
  flush();
  const rest = text.slice(at).trim();
  if (rest !== '') {
    // A truncated body ends inside a text or says how much is missing; anything else is not JSON.
    if (levels.length === 0 && !rest.startsWith('…')) return undefined;
    lines.push({ indent: levels.length, text: rest });
  }
  return lines;
}

function escapeStep(name: string): string {
  return pointerPart(name);
}

function unquote(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1, -1);
  }
}

/** The lines that show the pointer, or the nearest thing above it that is there. */
export function linesAt(lines: readonly JsonLine[], pointer: string): number[] {
  for (let wanted = pointer; ; wanted = wanted.slice(0, wanted.lastIndexOf('/'))) {
    const found = lines.flatMap((line, index) => (line.pointer === wanted ? [index] : []));
    if (found.length > 0 || wanted === '') return found;
  }
}
