/** Passive rules about the JSON text of a response: syntax, repeated names and large numbers (RFC 8259). */
import { responseJson, isJson, jsonBody } from '../model/body.ts';
import type { RecordedResponse } from '../model/exchange.ts';
import { BYTE_ORDER_MARK, type Json, jsonFault, type JsonMap } from '../model/json.ts';
import { LongTextCache } from '../model/text-cache.ts';
import { passiveRule } from './define-rule.ts';
import { truncateText, createFinding, inapplicableJudgement, judgementFrom } from './evidence.ts';

// Finds repeated names and large numbers, which a JSON parser does not report.

interface JsonScan {
  /** Names that occur twice in one object. */
  readonly repeated: readonly string[];
  /** Texts of numbers that a double may not represent exactly. */
  readonly numbers: readonly string[];
}

const scans = new LongTextCache<JsonScan>();

/** The scan of the last response, since several rules judge one response in a row. */
let latest: { readonly response: RecordedResponse; readonly scan: JsonScan } | undefined;

/** The body must be JSON. */
function scanOf(response: RecordedResponse): JsonScan {
  if (latest?.response !== response) latest = { response, scan: scanOnce(response) };
  return latest.scan;
}

/** Scans of pages whose body was reduced, which cannot be cached by text. */
const ofKept = new WeakMap<RecordedResponse, JsonScan>();

/** Long bodies and pages occur repeatedly. */
function scanOnce(response: RecordedResponse): JsonScan {
  if (response.reduced === undefined) return scans.of(response.body, () => scanned(response));
  const scan = ofKept.get(response) ?? scanned(response);
  ofKept.set(response, scan);
  return scan;
}

const NOTHING: JsonScan = { repeated: [], numbers: [] };

/**
 * Names repeat only if the parsed value has fewer strings than the text. Counting is cheaper than comparing the names.
 */
function scanned(response: RecordedResponse): JsonScan {
  const value = responseJson({ response });
  // Plumbline wrote the reduced text itself: no name repeats, and every number is exact.
  if (response.reduced !== undefined) {
    const numbers = largeIntegers(value ?? null);
    return numbers.length === 0 ? NOTHING : { repeated: [], numbers };
  }
  const isPlain = value !== undefined && writtenTexts(response.body) === countOfTexts(value);
  return isPlain ? NOTHING : scanJson(response.body);
}

const [QUOTE, COMMA, MINUS, DOT, ZERO, NINE, BACKSLASH] = [0x22, 0x2c, 0x2d, 0x2e, 0x30, 0x39, 0x5c] as const;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d] as const;
/** A number of at most this length without an exponent is an exact double. */
const SHORT_NUMBER = 15;

/** Scans valid JSON. Iterative, so that deep nesting does not overflow the stack. */
export function scanJson(text: string): JsonScan {
  const repeated: string[] = [];
  const numbers: string[] = [];
  const frames: (Names | undefined)[] = [];
  let names: Names | undefined;
  let expectsName = false;
  let at = 0;
  while (at < text.length) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) {
      const end = endOfText(text, at);
      if (expectsName && names !== undefined) {
        const name = nameOf(text.slice(at, end));
        if (!names.add(name)) repeated.push(name);
        expectsName = false;
      }
      at = end;
      continue;
    }
    if (char === OPEN_OBJECT || char === OPEN_LIST) {
      names = char === OPEN_OBJECT ? new Names() : undefined;
      frames.push(names);
      expectsName = char === OPEN_OBJECT;
    } else if (char === CLOSE_OBJECT || char === CLOSE_LIST) {
      frames.pop();
      names = frames[frames.length - 1];
      expectsName = false;
    } else if (char === COMMA) {
      expectsName = names !== undefined;
    } else if (char === MINUS || (char >= ZERO && char <= NINE)) {
      const end = endOfNumber(text, at);
      if (end - at > SHORT_NUMBER || hasExponent(text, at, end)) numbers.push(text.slice(at, end));
      at = end;
      continue;
    }
    at += 1;
  }
  return { repeated, numbers };
}

/** Counts the strings in a JSON text, names included; undefined if a number has to be examined. */
function writtenTexts(text: string): number | undefined {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) {
      count += 1;
      at = endOfText(text, at) - 1;
    } else if (char === MINUS || (char >= ZERO && char <= NINE)) {
      const end = endOfNumber(text, at);
      if (end - at > SHORT_NUMBER || hasExponent(text, at, end)) return undefined;
      at = end - 1;
    }
  }
  return count;
}

/** Counts the names and strings of a value. */
function countOfTexts(value: Json): number {
  if (typeof value === 'string') return 1;
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) count += countOfTexts(item);
    return count;
  }
  const members = value as JsonMap;
  for (const name in members) count += 1 + countOfTexts(members[name] ?? null);
  return count;
}

/** Integers of 16 digits or more, which a double may have rounded. */
function largeIntegers(value: Json, reply: string[] = []): readonly string[] {
  if (typeof value === 'number') {
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) reply.push(String(value));
  } else if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) largeIntegers(item, reply);
  } else if (typeof value === 'object' && value !== null) {
    const members = value as JsonMap;
    for (const name in members) largeIntegers(members[name] ?? null, reply);
  }
  return reply;
}

/** Names of one object. Most objects are small, where an array is faster than a set. */
class Names {
  readonly #few: string[] = [];
  #many: Set<string> | undefined;

  /** False if the name was added before. */
  add(name: string): boolean {
    if (this.#many?.has(name) ?? this.#few.includes(name)) return false;
    if (this.#many !== undefined) this.#many.add(name);
    else if (this.#few.push(name) === 16) this.#many = new Set(this.#few);
    return true;
  }
}

/** Index after the number that begins at `start`. */
function endOfNumber(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    const isPart = (char >= ZERO && char <= NINE) || char === DOT || char === MINUS || isExponent(char);
    if (!isPart) break;
  }
  return at;
}

function hasExponent(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if ((text.charCodeAt(at) | 0x20) === 0x65) return true;
  return false;
}

/** True for `e`, `E` and `+`. */
function isExponent(char: number): boolean {
  return char === 0x65 || char === 0x45 || char === 0x2b;
}

/** Index after the closing quote of the text that begins at `start`. */
function endOfText(text: string, start: number): number {
  const end = text.indexOf('"', start + 1);
  // Fast path: no escape before the quote.
  if (end !== -1 && text.charCodeAt(end - 1) !== BACKSLASH) return end + 1;
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

function nameOf(quoted: string): string {
  return quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
}

const json = passiveRule('http.json', (response, exchange) => {
  if (response.bytes === 0) return inapplicableJudgement('no content');
  if (!isJson(response)) return inapplicableJudgement('the content is not declared as JSON');
  // RFC 9110 §15.3.7: a part of the content is not valid JSON alone.
  if (response.status === 206) return inapplicableJudgement('a part of the content');
  const { reduced } = response;
  if (reduced === 'judged') return judgementFrom([]);
  if (reduced === 'unseen') return inapplicableJudgement('the stored page contains only the IDs of its records');
  // JSON that is nested too deeply to be recorded is still valid.
  const fault = jsonBody(response).ok ? undefined : jsonFault(response.body);
  return judgementFrom([
    ...(response.utf8 === false
      ? [createFinding(exchange, 'body', 'UTF-8', 'bytes that are not UTF-8', { kind: 'not-utf-8' })]
      : []),
    ...(response.body.startsWith(BYTE_ORDER_MARK)
      ? [
          createFinding(exchange, 'body', 'no byte order mark', 'a byte order mark', {
            kind: 'byte-order-mark',
          }),
        ]
      : []),
    ...(fault === undefined
      ? []
      : [
          createFinding(exchange, 'body', 'one JSON text', `${fault}: ${truncateText(response.body, 120)}`, {
            kind: 'not-json',
          }),
        ]),
  ]);
});

const uniqueNames = passiveRule('http.unique-names', (response, exchange) => {
  if (response.bytes === 0 || !isJson(response) || !jsonBody(response).ok)
    return inapplicableJudgement('no JSON content');
  return judgementFrom(
    [...new Set(scanOf(response).repeated)].map((name) =>
      createFinding(exchange, 'body', `one field "${name}" in an object`, 'two'),
    ),
  );
});

/**
 * RFC 8259 §6 allows any number and notes that only doubles are interoperable; RFC 7493 §2.2 requires this for I-JSON.
 * A number with a fraction or an exponent is a double, so only its range and digits matter.
 */
function isSafe(text: string): boolean {
  const value = Number(text);
  if (!Number.isFinite(value)) return false;
  if (/^-?\d+$/.test(text)) return Number.isSafeInteger(value);
  const digits = text
    .replace(/[eE].*$/, '')
    .replace(/\D/g, '')
    .replace(/^0+|0+$/g, '');
  return digits.length <= 17;
}

const safeNumbers = passiveRule('http.safe-numbers', (response, exchange) => {
  if (response.bytes === 0 || !isJson(response) || !jsonBody(response).ok)
    return inapplicableJudgement('no JSON content');
  return judgementFrom(
    scanOf(response)
      .numbers.filter((text) => !isSafe(text))
      .slice(0, 5)
      .map((text) => createFinding(exchange, 'body', 'a number that fits into a double', text)),
  );
});

export const httpJsonRules = [json, uniqueNames, safeNumbers] as const;
