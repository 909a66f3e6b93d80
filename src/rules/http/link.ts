import { finding, inapplicable, judged } from '../evidence.ts';
import type { Finding } from '../model.ts';
import { isUriReference } from './grammar.ts';
import { passiveRule } from './passive-rule.ts';

interface Link {
  readonly text: string;
  readonly target: string | undefined;
  readonly rels: number;
}

/** The links of a field: parted by commas outside of angle brackets and quotes. */
export function linksOf(value: string): readonly Link[] {
  return partsOf(value, ',').flatMap((part) => {
    const text = part.trim();
    // The list may have empty places.
    if (text === '') return [];
    const [first = '', ...parameters] = partsOf(text, ';').map((one) => one.trim());
    const target = first.startsWith('<') && first.endsWith('>') ? first.slice(1, -1) : undefined;
    return [{ text, target, rels: parameters.filter((parameter) => /^rel\s*(?:=|$)/i.test(parameter)).length }];
  });
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

export const link = passiveRule('http.link', (response, exchange) => {
  const links = response.headers.flatMap(([name, value]) => (name === 'link' ? linksOf(value) : []));
  if (links.length === 0) return inapplicable('no Link');
  return judged(
    links.flatMap(({ text, target, rels }): readonly Finding[] => [
      ...(target !== undefined && isUriReference(target)
        ? []
        : [finding(exchange, 'header link', 'a URI reference in angle brackets', text)]),
      ...(rels === 1
        ? []
        : [finding(exchange, 'header link', 'one rel', `${rels === 0 ? 'none' : 'several'}: ${text}`)]),
    ]),
  );
});
