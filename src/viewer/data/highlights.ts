/** Splits a body into lines and marks the lines that findings point at. */
import type { Finding } from '../../report/model.ts';
import { jsonLines, linesAt } from './json-lines.ts';

/** Places that findings name. A finding that names none of them is shown as text only. */
export interface Highlights {
  readonly status: boolean;
  readonly headers: readonly string[];
  /** JSON Pointers (RFC 6901) into the body. */
  readonly pointers: readonly string[];
  /** Field names, wherever they are in the body. */
  readonly fields: readonly string[];
  /** Texts of the body that a finding quotes. */
  readonly quotes: readonly string[];
}

export const NO_HIGHLIGHTS: Highlights = { status: false, headers: [], pointers: [], fields: [], quotes: [] };

export interface BodyLine {
  readonly text: string;
  readonly indent: number;
  readonly highlighted: boolean;
}

/** A line of a body that is not JSON: a megabyte without a line break would be too slow to lay out. */
const LINE = /[^]{1,2000}/g;
/** A shorter quote could occur anywhere and would mark the wrong line. */
const QUOTE_LENGTH = 8;

export function highlightsOf(findings: readonly Finding[]): Highlights {
  const find = (pattern: RegExp): readonly string[] => findings.flatMap(({ where }) => pattern.exec(where)?.[1] ?? []);
  return {
    status: findings.some(({ where }) => where === 'status'),
    headers: find(/^header (\S+)/).map((name) => name.toLowerCase()),
    pointers: find(/^body ?#?(\/\S*)/),
    fields: find(/^(?:body )?([\w.-]+)$/).filter((name) => !['status', 'body', 'exchange'].includes(name)),
    quotes: findings.filter(({ where }) => where === 'body').flatMap(({ actual, expected }) => [actual, expected]),
  };
}

export function bodyLines(body: string, { pointers, fields, quotes }: Highlights): readonly BodyLine[] {
  const json = jsonLines(body);
  const lines =
    json ??
    body
      .split(/\r?\n/)
      .flatMap((line) => line.match(LINE) ?? [''])
      .map((text) => ({ text, indent: 0 }));
  const marked = new Set(json === undefined ? [] : pointers.flatMap((pointer) => linesAt(json, pointer)));
  const isField = (pointer = ''): boolean => fields.some((name) => pointer.endsWith(`/${name}`));
  // A finding may quote inside a sentence, as in `no text "Could not connect"`, or be the quote itself.
  const texts = quotes
    .flatMap((text) => [text, /"([^"]+)"/.exec(text)?.[1] ?? ''])
    .filter((text) => text.length >= QUOTE_LENGTH);
  return lines.map((line, at) => ({
    text: line.text,
    indent: line.indent,
    highlighted:
      marked.has(at) ||
      isField('pointer' in line ? line.pointer : undefined) ||
      texts.some((text) => line.text.includes(text)),
  }));
}

/** A body with up to this many lines is shown completely. */
const COMPLETE = 28;
const HEAD = 14;
const CONTEXT = 5;
const MARKED = 6;

/** Positions of the lines to show first: the beginning, and the lines around the first highlights. */
export function excerpt(lines: readonly BodyLine[]): readonly number[] {
  const all = lines.map((_line, at) => at);
  if (lines.length <= COMPLETE) return all;
  const marked = all.filter((at) => lines[at]?.highlighted).slice(0, MARKED);
  return all.filter((at) => at < HEAD || marked.some((one) => Math.abs(one - at) <= CONTEXT));
}
