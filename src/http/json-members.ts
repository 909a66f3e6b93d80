/**
 * Members of a JSON text by their names, found in the text itself, so that what is not well-formed is read too. Read
 * character by character: a regular expression that repeats a choice falls over an answer of megabytes.
 */
import { escapeRegExp } from '../record/regexp.ts';

export interface Span {
  readonly start: number;
  readonly end: number;
}

const NUMBER = /-?\d[\d.eE+-]*/y;
const PLAIN = /[^"\\]*/y;
const BEGINNING = /"|-?\d/g;
const IN_LIST = /["\]]/g;

/** What stands before the values of these members, but for the quote that it begins with: most texts are full of those, and hold none of the names. */
export function memberPattern(names: readonly string[]): RegExp {
  const name = names.map((n) => escapeRegExp(n)).join('|');
  return new RegExp(`(?:${name})"\\s*:\\s*`, 'gi');
}

/** The values of members that are texts, numbers or lists of them; the text may break off within one. */
export function valuesOf(members: RegExp, text: string): Iterable<Span> {
  // Most texts hold none of them.
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

/** Texts and numbers, wherever they stand in a value. */
export function* scalarsOf(value: string): Generator<Span> {
  const pattern = new RegExp(BEGINNING);
  for (let match = pattern.exec(value); match !== null; match = pattern.exec(value)) {
    const end = endOfValue(value, match.index) ?? pattern.lastIndex;
    yield { start: match.index, end };
    pattern.lastIndex = end;
  }
}

/** The text with each span replaced. */
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
