/** Parsing and comparison of JSON. */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

export type JsonMap = Readonly<Record<string, Json>>;

export function isMap(value: unknown): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export type ParsedJson = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly message: string };

/** Maximum depth, beyond every contract; serializing deeper values could overflow the stack. */
const DEEPEST = 2000;

/** A byte order mark is ignored here; a separate rule reports it (RFC 8259 §8.1). */
export function parseJson(text: string): ParsedJson {
  if (isTooDeep(text)) return { ok: false, message: `nested more than ${DEEPEST} deep` };
  try {
    return { ok: true, value: JSON.parse(withoutMark(text)) as Json };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

export const BYTE_ORDER_MARK = '\uFEFF';

function withoutMark(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

/** The syntax error of a JSON text at any depth; undefined if it is valid. */
export function jsonFault(text: string): string | undefined {
  try {
    JSON.parse(withoutMark(text));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** True if a text contains a character at least `many` times. */
function hasMany(text: string, character: string, many: number): boolean {
  let place = -1;
  for (let count = 0; count <= many; count += 1) {
    place = text.indexOf(character, place + 1);
    if (place === -1) return false;
  }
  return true;
}

function isTooDeep(text: string): boolean {
  // Fast path: most texts have too few brackets to be that deep.
  if (text.length < 2 * DEEPEST || !(hasMany(text, '{', DEEPEST / 2) || hasMany(text, '[', DEEPEST / 2))) return false;
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) quoted = !quoted;
    else if (quoted) i += code === BACKSLASH ? 1 : 0;
    else if (code === OPEN_BRACKET || code === OPEN_BRACE) {
      depth += 1;
      if (depth > DEEPEST) return true;
    } else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) depth -= 1;
  }
  return false;
}

const [QUOTE, BACKSLASH, OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [
  0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d,
] as const;

export function jsonText(value: Json | undefined): string {
  return value === undefined ? 'absent' : JSON.stringify(value);
}

/** The own property of a name: every object inherits names such as `constructor`, which services may use. */
export function ownProperty<Value>(members: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

type TextsSay = (left: string, right: string) => boolean;

/** Deep equality of JSON, independent of field order. `areSame` decides whether two different texts are equal. */
export function isSameJson(left: Json | undefined, right: Json | undefined, areSame?: TextsSay): boolean {
  if (left === right) return true;
  if (typeof left === 'string' && typeof right === 'string') return areSame?.(left, right) === true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const a = left as Readonly<Record<string, Json>>;
  const b = right as Readonly<Record<string, Json>>;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isSameJson(a[name], b[name], areSame))
  );
}
