/** Links of the Link field of a message (RFC 8288 §3). */
import type { HeaderList } from './headers.ts';

interface Link {
  readonly text: string;
  /** Undefined where it does not stand in angle brackets. */
  readonly target: string | undefined;
  /** The value of each `rel`; empty of one without a value. */
  readonly rels: readonly string[];
}

/** The links of a field: parted by commas outside of angle brackets and quotes. */
export function linksOf(value: string): readonly Link[] {
  return partsOf(value, ',').flatMap((part) => {
    const text = part.trim();
    // The list may have empty places.
    if (text === '') return [];
    const [first = '', ...parameters] = partsOf(text, ';').map((one) => one.trim());
    const target = first.startsWith('<') && first.endsWith('>') ? first.slice(1, -1) : undefined;
    const rels = parameters.flatMap((parameter) => {
      const said = /^rel\s*(?:=\s*(.*))?$/is.exec(parameter);
      return said === null ? [] : [(said[1] ?? '').replace(/^"(.*)"$/s, '$1')];
    });
    return [{ text, target, rels }];
  });
}

/** Where the first link with a relation leads: a `rel` may name several, parted by blanks, in any case. */
export function linkTarget(message: { readonly headers: HeaderList }, relation: string): string | undefined {
  return message.headers
    .flatMap(([name, value]) => (name === 'link' ? linksOf(value) : []))
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
