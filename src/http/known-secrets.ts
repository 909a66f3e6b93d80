/** Masks known secrets of a target in all forms in which services repeat them. */
import { PRIVATE_MASK, SECRET_MASK } from '../model/jwt.ts';
import { MultiPatternSearch, type PatternMatch } from './multi-pattern-search.ts';
import { ownProperty } from '../model/json.ts';

/** Levels of nested escapes that are decoded. */
const MAX_LEVELS = 4;
/** Cache of short texts without a secret: maximum length and number. */
const CACHED_LENGTH = 100;
const MAX_CACHED = 4096;
/** Values whose first 16 characters are masked too. Addresses are excluded, since others begin with the same host. */
const TOKEN = /^(?![a-z][a-z\d+.-]*:\/\/)\S{20,}$/i;

/** Shorter values are not masked, since they would mask half of every text. */
export const MIN_SECRET_LENGTH = 8;
/** Forms that occur in the mask itself are not searched, since every mask would match again. */
const MASKS = `${SECRET_MASK}${SECRET_MASK} ${PRIVATE_MASK}${PRIVATE_MASK}`.toLowerCase();

export class KnownSecrets {
  readonly #search = new MultiPatternSearch(20);
  readonly #learned = new Set<string>();
  readonly #tokens = new MultiPatternSearch(20);
  /** Short texts without a known secret, mostly repeated header values. */
  readonly #withoutSecrets = new Set<string>();

  learn(secret: string, mask: typeof SECRET_MASK | typeof PRIVATE_MASK = SECRET_MASK): void {
    if (secret.length < MIN_SECRET_LENGTH || this.#learned.has(secret)) return;
    this.#learned.add(secret);
    this.#withoutSecrets.clear();
    // The signature identifies a token; its first parts may be the same in others.
    if (mask === SECRET_MASK) this.#tokens.add(partsOf(secret).at(-1) ?? secret);
    for (const word of partsOf(secret)) {
      const beginning = TOKEN.test(word);
      for (const form of formsOf(word))
        if (!MASKS.includes(form.toLowerCase())) this.#search.add(form, mask, beginning);
    }
  }

  /** Whether the text contains a token or key unchanged. */
  holdsToken(text: string): boolean {
    return this.#tokens.find(text).length > 0;
  }

  /** Masks all known secrets, however they are escaped. */
  mask(text: string): string {
    if (this.#search.isEmpty) return text;
    const isShort = text.length <= CACHED_LENGTH;
    if (isShort && this.#withoutSecrets.has(text)) return text;
    if (!decodedLevels(text).some((level) => this.#search.find(level.text).length > 0)) {
      if (isShort && this.#withoutSecrets.size < MAX_CACHED) this.#withoutSecrets.add(text);
      return text;
    }
    // Whole secrets are masked before beginnings: a beginning ends at an escape, and the rest would remain.
    return this.#masked(this.#masked(text, false), true);
  }

  #masked(text: string, beginnings: boolean): string {
    let result = text;
    for (;;) {
      const next = this.#maskedOnce(result, beginnings);
      if (next === undefined) return result;
      result = next;
    }
  }

  /** Masks the deepest level of escapes that contains a secret, at its place in the text; undefined if none does. */
  #maskedOnce(text: string, beginnings: boolean): string | undefined {
    const levels = decodedLevels(text);
    // Escapes are masked as a whole: half an escape would remain and could break the JSON.
    const units = levels[1]?.starts;
    for (const { text: meant, starts } of levels.toReversed()) {
      const found = this.#search.find(meant, beginnings);
      if (found.length === 0) continue;
      return replaced(
        text,
        found.map(({ start, end, label }) => ({
          start: escapeStart(starts?.[start] ?? start, units),
          end: escapeEnd(starts?.[end] ?? end, units, text.length),
          label,
        })),
      );
    }
    return undefined;
  }
}

interface Level {
  readonly text: string;
  /** Position of each character in the original text; absent for the original text. */
  readonly starts?: Int32Array;
}

/** Start of the escape that contains a position: an escape is one unit of several characters. */
function escapeStart(place: number, units: Int32Array | undefined): number {
  if (units === undefined) return place;
  const after = firstGreater(units, place);
  return after === 0 ? place : (units[after - 1] ?? place);
}

/** End of the escape before a position. */
function escapeEnd(place: number, units: Int32Array | undefined, length: number): number {
  if (units === undefined || place === 0) return place;
  return units[firstGreater(units, place - 1)] ?? length;
}

/** Index of the first larger entry. */
function firstGreater(units: Int32Array, place: number): number {
  let [low, high] = [0, units.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((units[middle] ?? 0) > place) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A text and its decoded forms, one for each level of escapes. */
function decodedLevels(text: string): readonly Level[] {
  const levels: Level[] = [{ text }];
  for (let level: Level = { text }; levels.length <= MAX_LEVELS;) {
    const deeper = decodeEscapes(level.text);
    if (deeper === undefined) break;
    const { starts } = level;
    level =
      starts === undefined ? deeper : { text: deeper.text, starts: deeper.starts.map((place) => starts[place] ?? 0) };
    levels.push(level);
  }
  return levels;
}

/** Splits a secret: the parts of a JWT and the lines of a PEM block are secrets of their own. */
function partsOf(secret: string): readonly string[] {
  if (/^eyJ[\w-]+(?:\.[\w-]*){2,4}$/.test(secret)) return secret.split('.');
  if (secret.includes('-----'))
    return [secret, ...secret.split(/\s+|\\[nr]/).filter((line) => !line.includes('-----') && line.length >= 16)];
  return [secret];
}

/**
 * Forms of a secret: plain, upper and lower case (the search folds ASCII only), UTF-8 bytes, reversed, hexadecimal, and base64 at each
 * offset.
 */
function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const base64 = [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    // Characters that also encode neighbour bytes are cut off.
    const first = Math.ceil((before * 8) / 6);
    return encoded.slice(first, Math.floor(((before + bytes.length) * 8) / 6));
  });
  const written = [
    secret,
    secret.toUpperCase(),
    secret.toLowerCase(),
    bytes.toString('latin1'),
    [...secret].reverse().join(''),
  ];
  return [
    // A secret that looks like an escape is changed when the escapes around it are decoded.
    ...written.flatMap((form) => [form, decodeEscapes(form)?.text ?? form]),
    bytes.toString('hex'),
    ...base64,
  ];
}

function replaced(text: string, found: readonly PatternMatch[]): string {
  if (found.length === 0) return text;
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, label } of found) {
    parts.push(text.slice(from, start), label);
    from = end;
  }
  parts.push(text.slice(from));
  return parts.join('');
}

export interface UnescapedText {
  readonly text: string;
  /** Position of each character in the original text, and its end. */
  readonly starts: Int32Array;
}

const ESCAPE =
  /%[0-9a-f]{2}|\\(?:u\{[0-9a-f]{1,6}\}|u[0-9a-f]{4}|x[0-9a-f]{2}|["'\\/bfnrt])|&(?:#\d{1,7}|#x[0-9a-f]{1,6}|amp|lt|gt|quot|apos);/gi;
const MAY_HOLD = /[%\\&]/;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const LETTERS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** Decodes one level of escapes; undefined if the text has no escapes. Percent-encoded bytes become one character each. */
export function decodeEscapes(text: string): UnescapedText | undefined {
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
    const meant = decodeEscape(match[0]);
    parts.push(meant);
    for (let index = 0; index < meant.length; index += 1) starts[length++] = match.index;
    from = match.index + match[0].length;
  }
  if (from === 0) return undefined;
  keep(text.length);
  starts[length] = text.length;
  return { text: parts.join(''), starts: starts.subarray(0, length + 1) };
}

function decodeEscape(escape: string): string {
  const hexadecimal = /^(?:%|\\u\{?|\\x|&#x)([0-9a-f]+)/i.exec(escape)?.[1];
  const decimal = /^&#(\d+)/.exec(escape)?.[1];
  const code =
    hexadecimal !== undefined ? Number.parseInt(hexadecimal, 16) : decimal !== undefined ? Number(decimal) : undefined;
  if (code !== undefined) return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
  if (escape.startsWith('&')) return ownProperty(NAMED, escape.slice(1, -1).toLowerCase()) ?? escape;
  const letter = escape.slice(1);
  return LETTERS[letter] ?? letter;
}
