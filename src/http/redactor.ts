/**
 * Masks secrets in recorded exchanges, so that no artefact, log or error contains one. Sensitive fields keep their shape (digit to 0,
 * letter to x or X), because rules judge the recorded form.
 */
import { encodePercent, escapeRegExp } from '../model/text.ts';
import { PRIVATE_MASK, SECRET_MASK, SECRET_HEADERS, maskJwts } from '../model/jwt.ts';
import { MultiPatternSearch, HASH_WINDOW } from './multi-pattern-search.ts';
import { KnownSecrets } from './known-secrets.ts';
import type { RecordedResponse } from '../model/exchange.ts';
import { valueAtPointer } from '../model/pointer.ts';
import { type Json, parseJson } from '../model/json.ts';
import { readJwt } from './tokens.ts';

/** Fields and parameters that always hold tokens. */
const SECRET_NAMES = [
  'access_token',
  'refresh_token',
  'id_token',
  'assertion',
  'client_assertion',
  'client_secret',
  'password',
];
const IN_QUERY = new RegExp(`([?&](?:${SECRET_NAMES.join('|')})=)[^&#]*`, 'gi');
const IN_FORM = new RegExp(`((?:^|&)(?:${SECRET_NAMES.join('|')})=)[^&]*`, 'gi');

type Headers = readonly (readonly [string, string])[];
type HeaderField = Headers[number];

export class Redactor {
  readonly #headers: ReadonlyMap<string, string>;
  readonly #sensitive: RegExp | undefined;
  readonly #secret: RegExp;
  readonly #known: KnownSecrets;
  readonly #inQuery: RegExp;
  /**
   * `headers`: names of headers with tokens. `sensitive`: field names such as `tfn`. `hidden`: headers with other private values.
   * `parameters`: query parameters with tokens.
   */
  constructor(
    headers: readonly string[],
    sensitive: readonly string[],
    known = new KnownSecrets(),
    hidden: readonly string[] = [],
    parameters: readonly string[] = [],
  ) {
    this.#inQuery =
      parameters.length === 0
        ? IN_QUERY
        : new RegExp(`([?&](?:${[...SECRET_NAMES, ...parameters.map(namePattern)].join('|')})=)[^&#]*`, 'gi');
    this.#headers = new Map([
      ...hidden.map((name) => [name.toLowerCase(), PRIVATE_MASK] as const),
      ...[...SECRET_HEADERS, ...headers].map((name) => [name.toLowerCase(), SECRET_MASK] as const),
    ]);
    this.#sensitive = sensitive.length === 0 ? undefined : fieldNamePattern(sensitive);
    this.#secret = fieldNamePattern(SECRET_NAMES);
    this.#known = known;
  }

  /** Learns a token or key: it is masked in any form, wherever it occurs. */
  learn(secret: string): void {
    this.#known.learn(secret);
  }

  /**
   * Places where a response contains a token of this run, by the received and the masked text. Values that are only masked by name or form
   * are not the run's tokens.
   */
  leakedSecrets(
    received: Pick<RecordedResponse, 'headers' | 'body'>,
    masked: Pick<RecordedResponse, 'headers' | 'body'>,
  ): { readonly secrets?: readonly string[] } {
    const holds = (text: string, shown: string): boolean => shown.includes(SECRET_MASK) && this.#known.holdsToken(text);
    const places = [
      ...received.headers.flatMap(([name, value], index) =>
        holds(value, masked.headers[index]?.[1] ?? '') ? [`header ${name}`] : [],
      ),
      ...(holds(received.body, masked.body) ? ['body'] : []),
    ];
    return places.length === 0 ? {} : { secrets: [...new Set(places)] };
  }

  /** @param personal finds values of sensitive fields of the same exchange */
  headers(headers: Headers, personal?: MultiPatternSearch): Headers {
    return headers.map((field) => this.#masked(field, personal));
  }

  #masked([name, value]: HeaderField, personal?: MultiPatternSearch): HeaderField {
    const shown = this.text(name);
    if (name === 'set-cookie') return [shown, maskCookie(this.text(maskByShape(value, personal)))];
    const hidden = this.#headers.get(name);
    // The scheme of a challenge is not secret, and clients need it.
    const scheme = hidden === SECRET_MASK ? (/^bearer /i.exec(value)?.[0] ?? '') : '';
    return [shown, hidden === undefined ? this.text(maskByShape(value, personal)) : `${scheme}${hidden}`];
  }

  url(url: string, personal?: MultiPatternSearch): string {
    return this.text(maskByShape(url.replace(this.#inQuery, `$1${SECRET_MASK}`), personal));
  }

  /** Bodies are masked as text, since invalid JSON must be masked too. */
  body(body: string, personal?: MultiPatternSearch): string {
    const named = replaceSpans(body, fieldValueSpans(this.#secret, body), maskSecret);
    // Most bodies are JSON, which needs no search for form parameters.
    const members = named.includes('=') ? named.replace(IN_FORM, `$1${SECRET_MASK}`) : named;
    const kept =
      this.#sensitive === undefined
        ? members
        : replaceSpans(members, fieldValueSpans(this.#sensitive, members), sameShape);
    return this.text(maskByShape(kept, personal));
  }

  /** Whether a value can be written to disk unmasked. */
  isOpen(value: Json): boolean {
    const text = JSON.stringify(value);
    return this.body(text, this.personal(text)) === text;
  }

  text(text: string): string {
    return this.#known.mask(maskJwts(text, SECRET_MASK));
  }

  /** Finds the values of sensitive fields of these bodies elsewhere; undefined if there are none. */
  personal(...bodies: readonly (string | undefined)[]): MultiPatternSearch | undefined {
    if (this.#sensitive === undefined) return undefined;
    let finder: MultiPatternSearch | undefined;
    for (const body of bodies) {
      for (const value of fieldValueSpans(this.#sensitive, body ?? '')) {
        const list = body?.slice(value.start, value.end) ?? '';
        for (const { start, end } of scalarSpans(list))
          if (end - start >= HASH_WINDOW)
            (finder ??= new MultiPatternSearch(10)).add(scalarValue(list.slice(start, end)));
      }
    }
    return finder === undefined || finder.isEmpty ? undefined : finder;
  }
}

/** Pattern for a name in an address. */
function namePattern(name: string): string {
  return escapeRegExp(encodePercent(name));
}

/** The value of a JSON scalar; a truncated one as it is written. */
function scalarValue(scalar: string): string {
  try {
    return String(JSON.parse(scalar));
  } catch {
    return scalar.replace(/^"|"$/g, '');
  }
}

/** Replaces personal values by their shape. A part of a longer word or number is not replaced. */
function maskByShape(text: string, personal: MultiPatternSearch | undefined): string {
  if (personal === undefined) return text;
  let result = '';
  let from = 0;
  for (const { start, end } of personal.find(text)) {
    if (isLetterOrDigit(text[start - 1]) || isLetterOrDigit(text[end])) continue;
    result += text.slice(from, start) + shapeOf(text.slice(start, end));
    from = end;
  }
  return result + text.slice(from);
}

function isLetterOrDigit(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}

/** Secrets keep their JSON type, which is judged. */
function maskSecret(value: string): string {
  if (value.startsWith('[')) return `["${SECRET_MASK}"]`;
  return value.startsWith('"') ? `"${SECRET_MASK}"` : '0';
}

/** Masks the value of a cookie; its attributes are judged and stay. */
function maskCookie(value: string): string {
  const [pair = '', ...attributes] = value.split(';');
  return [pair.includes('=') ? `${pair.slice(0, pair.indexOf('='))}=${SECRET_MASK}` : SECRET_MASK, ...attributes].join(
    ';',
  );
}

function sameShape(value: string): string {
  return replaceSpans(value, scalarSpans(value), (scalar) => (scalar.startsWith('"') ? shapeOf(scalar) : '0'));
}

function shapeOf(text: string): string {
  return text
    .replace(/\\u[0-9a-fA-F]{4}|\\./g, 'x')
    .replace(/\p{Nd}/gu, '0')
    .replace(/\p{Lu}/gu, 'X')
    .replace(/(?!X)[\p{L}\p{M}]/gu, 'x');
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

const NUMBER = /-?\d[\d.eE+-]*/y;
const PLAIN = /[^"\\]*/y;
const BEGINNING = /"|-?\d/g;
const IN_LIST = /["\]]/g;

/**
 * Pattern of these field names up to their value. It starts with the name, since most texts are full of quotes and contain none of the
 * names.
 */
export function fieldNamePattern(names: readonly string[]): RegExp {
  const name = names.map((n) => escapeRegExp(n)).join('|');
  return new RegExp(`(?:${name})"\\s*:\\s*`, 'gi');
}

/** The values of fields with texts, numbers or lists of them; the text may be truncated within one. */
export function fieldValueSpans(members: RegExp, text: string): Iterable<Span> {
  // Most texts contain none of them.
  return text.search(members) === -1 ? [] : spansOf(new RegExp(members), text);
}

function* spansOf(pattern: RegExp, text: string): Iterable<Span> {
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    if (text[match.index - 1] !== '"') continue;
    const start = pattern.lastIndex;
    const end = endOfValue(text, start);
    if (end === undefined) continue;
    yield { start, end };
    pattern.lastIndex = end;
  }
}

/** Texts and numbers at any depth of a value. */
export function* scalarSpans(value: string): Generator<Span> {
  const pattern = new RegExp(BEGINNING);
  for (let match = pattern.exec(value); match !== null; match = pattern.exec(value)) {
    const end = endOfValue(value, match.index) ?? pattern.lastIndex;
    yield { start: match.index, end };
    pattern.lastIndex = end;
  }
}

export function replaceSpans(text: string, spans: Iterable<Span>, by: (span: string) => string): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of spans) {
    parts.push(text.slice(from, start), by(text.slice(start, end)));
    from = end;
  }
  return from === 0 ? text : `${parts.join('')}${text.slice(from)}`;
}

function endOfValue(text: string, start: number): number | undefined {
  if (text[start] === '"') return endOfText(text, start);
  if (text[start] === '[') return endOfList(text, start);
  NUMBER.lastIndex = start;
  return NUMBER.test(text) ? NUMBER.lastIndex : undefined;
}

function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 2) {
    PLAIN.lastIndex = at;
    PLAIN.test(text);
    at = PLAIN.lastIndex;
    if (text[at] === '"') return at + 1;
  }
  return text.length;
}

function endOfList(text: string, start: number): number {
  for (let at = start + 1; at < text.length;) {
    IN_LIST.lastIndex = at;
    const found = IN_LIST.exec(text);
    if (found === null) break;
    if (found[0] === ']') return found.index + 1;
    at = endOfText(text, found.index);
  }
  return text.length;
}

/** Decoded token of a response; undefined if it has no token. */
export function decodedTokenOf(
  body: Json | undefined,
  place: string,
  redactor: Redactor,
  personal: MultiPatternSearch | undefined,
): Json | undefined {
  return decodedToken(valueAtPointer(body, place), redactor, personal);
}

/** Decoded JWT in the form parameter `assertion` (RFC 7521 §4.1). */
export function decodedAssertionOf(
  form: string | undefined,
  redactor: Redactor,
  personal: MultiPatternSearch | undefined,
): Json | undefined {
  return decodedToken(new URLSearchParams(form).get('assertion'), redactor, personal);
}

function decodedToken(token: unknown, redactor: Redactor, personal: MultiPatternSearch | undefined): Json | undefined {
  const claims = typeof token === 'string' ? readJwt(token) : undefined;
  if (claims === undefined) return undefined;
  const shown = parseJson(redactor.body(JSON.stringify(claims), personal));
  return shown.ok ? shown.value : undefined;
}
