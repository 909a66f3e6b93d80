/** Header fields of recorded messages (RFC 9110 §5, RFC 8288 §3). Names are in lower case. */

/** Header names in lower case, in the order received. A name that is received twice is in the list twice. */
export type HeaderList = readonly (readonly [string, string])[];

interface WithHeaders {
  readonly headers: HeaderList;
}

/** The first value of a header, or undefined. */
export function firstHeader(message: WithHeaders, name: string): string | undefined {
  return message.headers.find(([n]) => n === name)?.[1];
}

/** All lines of a list field combined (RFC 9110 §5.3); undefined if it is absent. */
export function combinedHeader(message: WithHeaders, name: string): string | undefined {
  const lines = message.headers.flatMap(([n, value]) => (n === name ? [value] : []));
  return lines.length === 0 ? undefined : lines.join(', ');
}

/** All values of a header that may be a list, split at commas. */
export function headerTokens(message: WithHeaders, name: string): readonly string[] {
  return message.headers
    .filter(([n]) => n === name)
    .flatMap(([, value]) => value.split(','))
    .map((token) => token.trim())
    .filter((token) => token !== '');
}

/** In contract headers: a value that is unique for each call, such as an idempotency key. */
export const UNIQUE_VALUE = '${unique}';

/** Pattern source of a token (§5.6.2), as in names of fields, schemes, parameters and media types. */
export const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";

const NAME = new RegExp(`^${TOKEN}$`);

export function isFieldName(text: string): boolean {
  return NAME.test(text);
}

const WRONG: readonly (readonly [RegExp, string])[] = [
  [/[\r\n]/, 'a line break'],
  [/\0/, 'a NUL'],
  // eslint-disable-next-line no-control-regex
  [/[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]/, 'a control character'],
  [/[^\t\x20-\x7e\x80-\xff]/, 'a character outside Latin-1'],
];

const SENDABLE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Why a header cannot carry a value (§5.5), without repeating the value; undefined if it can. */
export function headerValueFault(value: string): string | undefined {
  return SENDABLE.test(value) ? undefined : WRONG.find(([pattern]) => pattern.test(value))?.[1];
}

/** A media type in lower case without parameters, for comparisons (RFC 9110 §8.3.1). */
export function bareMediaType(type: string): string {
  return type.replace(/;.*$/s, '').trim().toLowerCase();
}

interface Link {
  readonly text: string;
  /** Undefined if it is not in angle brackets. */
  readonly target: string | undefined;
  /** The values of each `rel`; empty for one without a value. */
  readonly rels: readonly string[];
}

/** The links of a field, separated by commas outside of angle brackets and quotes. */
export function parseLinks(value: string): readonly Link[] {
  return partsOf(value, ',').flatMap((part) => {
    const text = part.trim();
    // The list may have empty elements.
    if (text === '') return [];
    const [first = '', ...parameters] = partsOf(text, ';').map((item) => item.trim());
    const target = first.startsWith('<') && first.endsWith('>') ? first.slice(1, -1) : undefined;
    const rels = parameters.flatMap((parameter) => {
      const text = /^rel\s*(?:=\s*(.*))?$/is.exec(parameter);
      return text === null ? [] : [(text[1] ?? '').replace(/^"(.*)"$/s, '$1')];
    });
    return [{ text, target, rels }];
  });
}

/** Target of the first link with a relation. `rel` may contain several, separated by blanks, in any case. */
export function linkTarget(message: { readonly headers: HeaderList }, relation: string): string | undefined {
  return message.headers
    .flatMap(([name, value]) => (name === 'link' ? parseLinks(value) : []))
    .find(({ rels }) => rels[0]?.toLowerCase().split(/\s+/).includes(relation.toLowerCase()) === true)?.target;
}

function partsOf(value: string, separator: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  let closing = '';
  for (let at = 0; at < value.length; at += 1) {
    const char = value[at];
    if (closing === '"' && char === '\\') at += 1;
    else if (closing !== '') closing = char === closing ? '' : closing;
    else if (char === '"') closing = '"';
    else if (char === '<') closing = '>';
    else if (char === separator) {
      parts.push(value.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, value.slice(start)];
}
