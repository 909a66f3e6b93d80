/** Splits a body into lines, and marks the lines that findings point at. */
import { omitUndefined } from '../../model/objects.ts';
import { encodePointerPart } from '../../model/pointer.ts';
import type { Finding } from '../../report/model.ts';

/** Places that findings name. */
export interface Highlights {
  readonly status: boolean;
  readonly headers: readonly string[];
  /** JSON Pointers (RFC 6901) into the body. */
  readonly pointers: readonly string[];
  /** Texts of the body that a finding quotes. */
  readonly quotes: readonly string[];
}

export interface JsonLine {
  readonly text: string;
  /** Pointer of the value that starts on this line. */
  readonly pointer?: string;
}

export interface BodyLine {
  readonly text: string;
  readonly highlighted: boolean;
}

/** A shorter quote could occur anywhere and would mark the wrong line. */
const QUOTE_LENGTH = 8;
/** Above this size, a body is shown as it came. */
const MAX_FORMATTED = 400_000;
/** A line without a break could have a megabyte, which no browser lays out in time. */
const LINE = /[^]{1,2000}/g;
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+|"[^]*$/g;
/** Begins the note that the report writes in place of a long rest. */
const CUT = '\n… ';

export function highlightsOf(findings: readonly Finding[]): Highlights {
  const find = (pattern: RegExp): readonly string[] => findings.flatMap(({ where }) => pattern.exec(where)?.[1] ?? []);
  return {
    status: findings.some(({ where }) => where === 'status'),
    headers: find(/^header (\S+)/).map((name) => name.toLowerCase()),
    pointers: find(/^body ?#?(\/\S*)/),
    quotes: findings.filter(({ where }) => where === 'body').flatMap(({ actual, expected }) => [actual, expected]),
  };
}

export function bodyLines(body: string, { pointers, quotes }: Highlights): readonly BodyLine[] {
  const json = jsonLines(body);
  const plain = (): readonly JsonLine[] =>
    body.split(/\r?\n/).flatMap((line) => (line.match(LINE) ?? ['']).map((text) => ({ text })));
  const marked = new Set(pointers.map((pointer) => nearestPointer(json ?? [], pointer)));
  // A finding may quote inside a sentence, as in `no text "Could not connect"`, or be the quote itself.
  const texts = quotes
    .flatMap((text) => [text, /"([^"]+)"/.exec(text)?.[1] ?? ''])
    .filter((text) => text.length >= QUOTE_LENGTH);
  return (json ?? plain()).map(({ text, pointer }) => ({
    text,
    highlighted: (pointer !== undefined && marked.has(pointer)) || texts.some((quote) => text.includes(quote)),
  }));
}

/**
 * Formats a JSON text without parsing its values, so that duplicate names and digits stay as the service sent them.
 * Undefined for other texts.
 */
export function jsonLines(text: string): readonly JsonLine[] | undefined {
  const [json = '', ...rest] = text.split(CUT);
  if (text.length > MAX_FORMATTED || !/^\s*[[{]/.test(json) || (rest.length === 0 && !isJson(json))) return undefined;
  const lines: JsonLine[] = [];
  const levels: { readonly pointer: string; readonly isArray: boolean; index: number }[] = [];
  let line = '';
  let pointer: string | undefined = '';
  const endLine = (depth: number): void => {
    if (line !== '') lines.push({ text: '  '.repeat(depth) + line, ...omitUndefined({ pointer }) });
    line = '';
    pointer = undefined;
  };
  for (const [token] of json.matchAll(TOKEN)) {
    const level = levels.at(-1);
    if (token === '}' || token === ']') {
      endLine(levels.length);
      levels.pop();
      // An empty object or array stays on one line.
      const opening = /[[{]$/.test(lines.at(-1)?.text ?? '') ? lines.pop() : undefined;
      line = (opening?.text.trimStart() ?? '') + token;
      pointer = opening?.pointer;
    } else if (token === ',') {
      line += ',';
      endLine(levels.length);
      if (level !== undefined) level.index++;
    } else if (token === ':') line += ': ';
    else {
      if (level !== undefined && line === '')
        pointer = `${level.pointer}/${level.isArray ? level.index : encodePointerPart(unquote(token))}`;
      line += token;
      if (token !== '{' && token !== '[') continue;
      const here = pointer ?? '';
      endLine(levels.length);
      levels.push({ pointer: here, isArray: token === '[', index: 0 });
    }
  }
  endLine(levels.length);
  return rest.length === 0 ? lines : [...lines, { text: `… ${rest.join(CUT)}` }];
}

/** The pointer, or its nearest parent in the text. */
function nearestPointer(lines: readonly JsonLine[], pointer: string): string {
  const known = new Set(lines.map((line) => line.pointer));
  let nearest = pointer;
  while (nearest !== '' && !known.has(nearest)) nearest = nearest.slice(0, nearest.lastIndexOf('/'));
  return nearest;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function unquote(token: string): string {
  return isJson(token) ? String(JSON.parse(token)) : token;
}
